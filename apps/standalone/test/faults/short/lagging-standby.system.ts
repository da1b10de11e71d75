import { expect } from 'chai'
import { runFailovers } from '../failover/run-failovers.ts'
import { shortFailover } from './short-failover.ts'

// The short version with a fixed seed; `npm run test:faults -- --only failover` is the long one.
describe('publishes, when the database server is killed and a standby promoted that lags behind', function () {
  this.timeout(600_000)

  it('are not doubled, and the operator is told which posts are missing', async () => {
    const { verdict, unreported } = await runFailovers({ ...shortFailover, isSynchronous: false, lagMs: 1_500 })
    expect(verdict.faults.doubled, JSON.stringify(verdict)).to.deep.equal([])
    expect(unreported).to.deep.equal([])
  })
})
