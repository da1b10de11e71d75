import { expect } from 'chai'
import { faultCount, matterOfTime } from '../check.ts'
import { planForReplies } from '../inject-faults.ts'
import { networksNamed } from '../networks.ts'
import { replyNetworks, runReplies } from './replies.ts'

// The short version with a fixed seed; `npm run test:faults -- --only replies` is the long one.
describe('replies, never twice and never lost', () => {
  it('hold while responses are lost, a worker dies and connections to the database end', async () => {
    const { verdict, networkFaults } = await runReplies({
      seed: 3,
      replies: 12,
      plan: { ...planForReplies({ kills: 0, pgRestarts: 0 }), workerKills: 1, terminations: 1 },
      networks: networksNamed(replyNetworks),
      gateways: 1,
      workers: 1,
      customers: 8,
      networkFaultScale: 1,
      maxCalmMs: 120_000,
    })
    expect(Object.keys(networkFaults), JSON.stringify(networkFaults)).to.not.be.empty
    expect(Object.keys(verdict.responses), JSON.stringify(verdict)).to.not.be.empty
    expect(faultCount(verdict, matterOfTime), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
