import type { Outbound } from '@carillon/outbound'
import { expect } from 'chai'
import { timedDoor } from '../src/publishing/timed-door.ts'

describe('the way to a network for one attempt', () => {
  let clock = 0
  let sent = 0
  const outbound = {
    async request() {
      sent++
    },
  } as unknown as Outbound
  const ask = (door: { outbound: Outbound }) =>
    Promise.resolve()
      .then(() => door.outbound.request({ network: 'n', operation: 'o', method: 'GET', url: 'http://localhost' }))
      .then(
        () => 'sent',
        (error: { outcome: string }) => error.outcome,
      )

  beforeEach(() => {
    clock = 0
    sent = 0
  })

  it('closes when its time is over, and says whether anything went out', async () => {
    const door = timedDoor({ outbound, now: () => new Date(clock) }, 1_000)
    expect(await ask(door)).to.equal('sent')
    clock = 1_000
    expect(await ask(door)).to.equal('unclear')
    expect(await ask(timedDoor({ outbound, now: () => new Date(clock) }, 1_000))).to.equal('unsent')
    expect(sent).to.equal(1)
  })
})
