import type { Outbound } from '@carillon/outbound'
import { expect } from 'chai'
import { deadlineGuard } from '../src/network-calls/deadline-guard.ts'

describe('the way to a network for one attempt', () => {
  let clock = 0
  let sent = 0
  const outbound = {
    async request() {
      sent++
    },
  } as unknown as Outbound
  const ask = (guard: { outbound: Outbound }) =>
    Promise.resolve()
      .then(() => guard.outbound.request({ network: 'n', operation: 'o', method: 'GET', url: 'http://localhost' }))
      .then(
        () => 'sent',
        (error: { outcome: string }) => error.outcome,
      )

  beforeEach(() => {
    clock = 0
    sent = 0
  })

  it('closes when its time is over, and says whether anything went out', async () => {
    const guard = deadlineGuard({ outbound, now: () => new Date(clock) }, 1_000)
    expect(await ask(guard)).to.equal('sent')
    clock = 1_000
    expect(await ask(guard)).to.equal('indeterminate')
    expect(await ask(deadlineGuard({ outbound, now: () => new Date(clock) }, 1_000))).to.equal('not_sent')
    expect(sent).to.equal(1)
  })
})
