import { expect } from 'chai'
import { eventTypeNames, eventTypePatterns, selectedEventTypes } from '../src/index.ts'

describe('selected event types', () => {
  it('are all but the test event for *', () => {
    expect(selectedEventTypes(['*'])).to.deep.equal(eventTypeNames.filter((type) => type !== 'ping'))
  })

  it('are those that begin with the name before .*', () => {
    expect(selectedEventTypes(['post.*', 'ping'])).to.deep.equal(['post.deleted', 'ping'])
    expect(selectedEventTypes(['message.*', 'message.sent'])).to.have.lengthOf(4)
  })

  it('are none for a text that is not a type or a pattern', () => {
    expect(selectedEventTypes(['publish', 'publish*', 'pub.*', '.*', ''])).to.deep.equal([])
  })

  for (const pattern of eventTypePatterns) {
    it(`are some for the pattern ${pattern}`, () => {
      expect(selectedEventTypes([pattern])).to.not.deep.equal([])
    })
  }
})
