import { expect } from 'chai'
import { matterOfTime } from '../check.ts'
import { runFailovers } from '../failover/run-failovers.ts'
import { networksNamed } from '../networks.ts'

// The short version with a fixed seed; `npm run test:faults -- --only failover` is the long one.
describe('publishes, when the database server is killed and its standby promoted', function () {
  this.timeout(600_000)
  const options = {
    ...{ seed: 3, failovers: 1, publishes: 24, gateways: 1, workers: 2, customers: 4 },
    ...{ networkFaultScale: 1, maxCalmMs: 300_000 },
    networks: networksNamed(['x', 'facebook']),
  }

  it('are neither doubled nor lost if commits wait for the standby', async () => {
    const { verdict } = await runFailovers({ ...options, isSynchronous: true, lagMs: 0 })
    const { unfinished, unknown, healthyFailure, ...never } = verdict.faults
    expect(Object.values(never).flat(), JSON.stringify(verdict)).to.deep.equal([])
    expect(matterOfTime).to.have.length(Object.keys({ unfinished, unknown, healthyFailure }).length)
  })

  it('are not doubled if the standby lags behind, and the operator is told which posts are missing', async () => {
    const { verdict, unreported } = await runFailovers({ ...options, isSynchronous: false, lagMs: 1_500 })
    expect(verdict.faults.doubled, JSON.stringify(verdict)).to.deep.equal([])
    expect(unreported).to.deep.equal([])
  })
})
