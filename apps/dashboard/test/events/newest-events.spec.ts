import type { Event } from '@carillon/client'
import { expect } from 'chai'
import { withNewer } from '../../app/pages/events/newest-events.ts'

const event = (id: string): Event => ({
  id,
  type: 'ping',
  timestamp: '2026-11-24T08:00:00Z',
  profileId: null,
  accountId: null,
  platform: null,
  sequence: 1,
  object: { type: 'ping', id },
  data: { message: 'A test' },
  apiVersion: 'v1',
})
const idsOf = (events: readonly Event[]) => events.map(({ id }) => id)

describe('the events on the page', () => {
  it('are newest first, and each is listed once', () => {
    const first = withNewer([], [event('a'), event('b')])
    expect(idsOf(first)).to.deep.equal(['b', 'a'])
    expect(idsOf(withNewer(first, [event('b'), event('c')]))).to.deep.equal(['c', 'b', 'a'])
  })

  it('are the newest 500', () => {
    const many = Array.from({ length: 600 }, (_, index) => event(String(index)))
    const shown = idsOf(withNewer([], many))
    expect([shown.length, shown[0], shown.at(-1)]).to.deep.equal([500, '599', '100'])
  })
})
