import { expect } from 'chai'
import { faultCount } from './faults/check.ts'
import { replyNetworks, runReplies } from './faults/journaled/replies.ts'
import { networksNamed } from './faults/networks.ts'
import { planForReplies } from './faults/plan.ts'

// The short version with a fixed seed; `npm run test:faults -- --only replies` is the long one.
describe('replies, never twice and never lost', function () {
  this.timeout(180_000)

  it('hold while responses are lost, a worker dies and connections to the database end', async () => {
    const { verdict, played } = await runReplies({
      seed: 3,
      replies: 24,
      plan: { ...planForReplies({ kills: 1, pgRestarts: 0 }), workerKills: 1, gatewayKills: 0, gatewayPauses: 0 },
      networks: networksNamed(replyNetworks),
      gateways: 1,
      workers: 1,
      customers: 8,
      networkFaults: 1,
      longestCalmMs: 120_000,
    })
    expect(Object.keys(played), JSON.stringify(played)).to.not.be.empty
    expect(verdict.told['posted'], JSON.stringify(verdict)).to.be.at.least(1)
    expect(faultCount(verdict, ['unknown']), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
