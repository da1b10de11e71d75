import { expect } from 'chai'
import { faultCount, matterOfTime } from '../check.ts'
import { planFor } from '../inject-faults.ts'
import { networksNamed } from '../networks.ts'
import { runStorm } from '../storm.ts'

// The short version with a fixed seed; `npm run test:faults -- --only storm` is the long one, with every fault and network.
describe('publishes, never twice and never lost', () => {
  it('hold while workers, gateways, the database and the networks fail', async () => {
    const { verdict, injected } = await runStorm({
      seed: 11,
      publishes: 12,
      plan: { ...planFor({ kills: 1, pgRestarts: 1 }), workerPauses: 0, gatewayPauses: 0, freezes: 0, delays: 0 },
      networks: networksNamed(['x', 'facebook']),
      gateways: 1,
      workers: 2,
      customers: 3,
      networkFaultScale: 1,
      maxCalmMs: 150_000,
    })
    expect(injected.counts).to.deep.equal({ workerKills: 1, gatewayKills: 1, pgRestarts: 1, cuts: 1, terminations: 2 })
    expect(Object.keys(verdict.statuses), JSON.stringify(verdict)).to.not.be.empty
    expect(faultCount(verdict, matterOfTime), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
