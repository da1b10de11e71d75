import { randomUUID } from 'node:crypto'
import { idAt } from '@carillon/database'
import { expect } from 'chai'
import fc from 'fast-check'
import { assignPublishes } from '../../src/requests/created-publishes.ts'

const began = Date.parse('2026-11-30T12:00:00Z')
const profileId = randomUUID()

/** A request that arrives after `from` ms and is served for `durationMs`. */
const request = (from: number, durationMs: number, requestId = 'same') => ({
  id: idAt(new Date(began + from)),
  durationMs,
  requestId,
  profileId,
  code: null,
})

const publish = (at: number, requestId = 'same') => ({ id: idAt(new Date(began + at)), requestId, profileId })

/** What each request has created, in the order of the requests. */
const found = (requests: ReturnType<typeof request>[], publishes: ReturnType<typeof publish>[]) => {
  const created = assignPublishes(requests, publishes)
  return requests.map(({ id }) => created.get(id) ?? null)
}

describe('publishes of requests with the same X-Request-Id', () => {
  it('belong to the request that has ended, if another one was served for longer', () => {
    const [early, late] = [publish(20), publish(50)]
    expect(found([request(0, 100), request(10, 20)], [early, late])).to.deep.equal([late.id, early.id])
  })

  it('belong to requests of their profile and X-Request-Id that were served at their time', () => {
    const { id } = publish(20)
    const others = [{ id, requestId: 'same', profileId: randomUUID() }, publish(20, 'other'), publish(200)]
    expect(found([request(0, 100)], others)).to.deep.equal([null])
    expect(found([request(0, 100)], [publish(0)])).to.not.include(null)
  })

  it('have each a request, if each was created by one', () => {
    const ms = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(fc.array(fc.record({ from: ms, before: ms, after: ms }), { maxLength: 8 }), (served) => {
        const requests = served.map(({ from, before, after }) => request(from, before + after))
        const publishes = served.map(({ from, before }) => publish(from + before))
        const created = assignPublishes(
          requests,
          publishes.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
        )
        expect([...created.values()]).to.have.members(publishes.map(({ id }) => id))
      }),
    )
  })
})
