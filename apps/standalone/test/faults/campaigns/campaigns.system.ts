import { expect } from 'chai'
import { planForReplies } from '../inject-faults.ts'
import { campaignFaults } from './check-campaigns.ts'
import { runCampaigns } from './run-campaigns.ts'

// The short version with a fixed seed; `npm run test:faults -- --only ads` is the long one.
describe('campaigns, never twice and nothing left over without a name', () => {
  it('hold while responses are lost, a gateway and a worker die and connections to the database end', async () => {
    const { verdict, networkFaults } = await runCampaigns({
      seed: 5,
      campaigns: 6,
      plan: { ...planForReplies({ kills: 0, pgRestarts: 0 }), workerKills: 1, gatewayKills: 1, terminations: 1 },
      gateways: 1,
      workers: 1,
      customers: 4,
      networkFaultScale: 1,
      maxCalmMs: 150_000,
    })
    expect(Object.keys(networkFaults), JSON.stringify(networkFaults)).to.not.be.empty
    expect(verdict.statuses['succeeded'], JSON.stringify(verdict)).to.be.at.least(1)
    expect(campaignFaults(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
