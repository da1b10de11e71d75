import { operationIds } from '@carillon/contract'
import { expect } from 'chai'
import { requests } from '../aborts/requests.ts'
import { plan, runAborts } from '../aborts/run-aborts.ts'

// The short version with a fixed seed; `npm run test:faults -- --only aborts` leaves in every way at every moment.
describe('clients that leave', () => {
  it('do so at eight moments of the response and within the body, in every way', () => {
    const common = { random: () => 0, tookMs: 100 }
    expect(plan({ ...common, exhaustive: false, hasBody: false })).to.have.length(8)
    expect(plan({ ...common, exhaustive: true, hasBody: true })).to.have.length(9 * 4)
  })

  it('do so in each operation of the contract', () => {
    expect(Object.keys(requests)).to.have.members(operationIds)
  })

  it('neither end the gateway nor keep the next request from being served', async () => {
    const { operations, found } = await runAborts({ seed: 23, exhaustive: false })
    expect(found).to.deep.equal([])
    expect(operations.map(({ id }) => id)).to.deep.equal(operationIds)
  })
})
