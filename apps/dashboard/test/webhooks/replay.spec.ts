import { expect } from 'chai'
import { replayBody, replayedWords, replayWords } from '../../app/pages/webhooks/replay.ts'

const now = Date.parse('2026-11-24T12:00:00Z')

describe('a replay', () => {
  it('asks for the events of the period, of all types unless some were chosen', () => {
    expect(replayBody({ hours: '24', types: [], onlyFailed: true }, now)).to.deep.equal({
      since: '2026-11-23T12:00:00.000Z',
      onlyFailed: true,
    })
    expect(replayBody({ hours: '1', types: ['comment.*'], onlyFailed: false }, now)).to.deep.equal({
      since: '2026-11-24T11:00:00.000Z',
      onlyFailed: false,
      types: ['comment.*'],
    })
  })

  it('is described by its number of events before it begins', () => {
    expect(
      [0, 1, 2_400, 100_000].map((count) => replayWords(count, 100_000).split(/[,.]? (?:will|or)/)[0]),
    ).to.deep.equal(['No event matches', '1 event', '2,400 events', 'The first 100,000 events'])
  })

  it('says how many deliveries it made, and that there may be more', () => {
    const words = (count: number) => replayedWords(count, { max: 100_000, onlyFailed: true })
    expect([0, 1, 2_400, 100_000].map(words)).to.deep.equal([
      'No event matches: nothing is delivered.',
      '1 event is being delivered.',
      '2,400 events are being delivered.',
      '100,000 events are being delivered. There may be more: replay again.',
    ])
  })

  it('does not suggest the same replay again where that would begin with the same events', () => {
    const words = (count: number) => replayedWords(count, { max: 100_000, onlyFailed: false })
    expect(words(2_400)).to.equal('2,400 events are being delivered.')
    expect(words(100_000)).to.equal(
      '100,000 events are being delivered. There may be more. The same replay would deliver these again: replay only events that the endpoint has not received, or parts of the period with the API.',
    )
  })
})
