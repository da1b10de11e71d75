import { expect } from 'chai'
import { campaignFaults } from './faults/campaigns/check-campaigns.ts'
import { runCampaigns } from './faults/campaigns/run-campaigns.ts'
import { planForReplies } from './faults/plan.ts'

// The short version with a fixed seed; `npm run test:faults -- --only ads` is the long one.
describe('campaigns, never twice and nothing left over without a name', function () {
  this.timeout(240_000)

  it('hold while responses are lost, a gateway and a worker die and connections to the database end', async () => {
    const { verdict, played } = await runCampaigns({
      seed: 5,
      campaigns: 16,
      plan: { ...planForReplies({ kills: 2, pgRestarts: 0 }), gatewayPauses: 0, freezes: 0 },
      gateways: 1,
      workers: 1,
      customers: 4,
      networkFaults: 1,
      longestCalmMs: 150_000,
    })
    expect(Object.keys(played), JSON.stringify(played)).to.not.be.empty
    expect(verdict.statuses['succeeded'], JSON.stringify(verdict)).to.be.at.least(1)
    expect(campaignFaults(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
