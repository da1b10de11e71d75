import { expect } from 'chai'
import { matterOfTime } from '../check.ts'
import { runFailovers } from '../failover/run-failovers.ts'
import { shortFailover } from './short-failover.ts'

// The short version with a fixed seed; `npm run test:faults -- --only failover` is the long one.
describe('publishes, when the database server is killed and its standby promoted', function () {
  this.timeout(600_000)

  it('are neither doubled nor lost if commits wait for the standby', async () => {
    const { verdict } = await runFailovers({ ...shortFailover, isSynchronous: true, lagMs: 0 })
    const { unfinished, unknown, healthyFailure, ...never } = verdict.faults
    expect(Object.values(never).flat(), JSON.stringify(verdict)).to.deep.equal([])
    expect(matterOfTime).to.have.length(Object.keys({ unfinished, unknown, healthyFailure }).length)
  })
})
