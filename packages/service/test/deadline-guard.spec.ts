import type { Outbound } from '@carillon/outbound'
import { expect } from 'chai'
import { deadlineGuard } from '../src/network-calls/deadline-guard.ts'

describe('the way to a network for one attempt', () => {
  let clock = 0
  let sent = 0
  const send = async () => {
    sent++
  }
  const outbound = { request: send, guarded: send } as unknown as Outbound
  const ask = (guard: { outbound: Outbound }, way: 'request' | 'guarded') =>
    Promise.resolve()
      .then<unknown>(() =>
        guard.outbound[way]({ network: 'n', operation: 'o', method: 'GET', url: 'http://localhost' }),
      )
      .then(
        () => 'sent',
        (error: { outcome: string }) => error.outcome,
      )

  beforeEach(() => {
    clock = 0
    sent = 0
  })

  for (const way of ['request', 'guarded'] as const) {
    it(`closes ${way} when its time is over, and says whether anything went out`, async () => {
      const guard = deadlineGuard({ outbound, now: () => new Date(clock) }, 1_000)
      expect(guard.used()).to.equal(false)
      expect(await ask(guard, way)).to.equal('sent')
      expect(guard.used()).to.equal(true)
      clock = 1_000
      expect(await ask(guard, way)).to.equal('indeterminate')
      expect(await ask(deadlineGuard({ outbound, now: () => new Date(clock) }, 1_000), way)).to.equal('not_sent')
      expect(sent).to.equal(1)
    })
  }
})
