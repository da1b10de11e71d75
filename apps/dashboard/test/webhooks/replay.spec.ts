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

  it('is described before it begins', () => {
    expect(replayWords({ hours: '24', types: [], onlyFailed: true }, ['publish.*']))
      .to.contain('Every event of the last day')
      .and.contain('that it has not received')
      .and.contain('Types: publish.*.')
    expect(replayWords({ hours: '1', types: ['publish.failed'], onlyFailed: false }, ['publish.*']))
      .to.contain('whether it has received them or not')
      .and.contain('Types: publish.failed, as far as it takes publish.*.')
  })

  it('says how many deliveries it made', () => {
    expect([0, 1, 2_400].map(replayedWords)).to.deep.equal([
      'No event matches: nothing is delivered again.',
      '1 event is delivered again.',
      '2,400 events are delivered again.',
    ])
  })
})
