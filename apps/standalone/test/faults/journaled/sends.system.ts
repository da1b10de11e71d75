import { expect } from 'chai'
import { planForReplies } from '../inject-faults.ts'
import { sendFaults } from './send-check.ts'
import { runSends } from './sends.ts'

// The short version with a fixed seed; `npm run test:faults -- --only sends` is the long one.
describe('messages, never sent twice and never lost', () => {
  it('hold while responses are lost, processes die and connections to the database end', async () => {
    const { verdict, networkFaults } = await runSends({
      seed: 5,
      sends: 18,
      plan: { ...planForReplies({ kills: 0, pgRestarts: 0 }), workerKills: 1, gatewayKills: 1, terminations: 1 },
      gateways: 2,
      workers: 1,
      customers: 8,
      networkFaultScale: 1,
      maxCalmMs: 120_000,
    })
    expect(Object.keys(networkFaults), JSON.stringify(networkFaults)).to.not.be.empty
    expect(Object.keys(verdict.networks)).to.have.members(['instagram', 'facebook', 'whatsapp'])
    expect(verdict.responses['sent'], JSON.stringify(verdict.responses)).to.be.at.least(1)
    expect(sendFaults(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
