import { expect } from 'chai'
import { runStalls } from '../stalls/run-stalls.ts'
import { lockOf, postgresStopped } from '../stalls/stall-table.ts'

// The short version with a fixed seed; `npm run test:faults -- --only stalls` is the long one, with every stall.
describe('publishes, replies, messages, campaigns and webhooks', () => {
  it('end by themselves after the database stood still and after the queue was locked', async () => {
    const results = await runStalls({
      ...{ seed: 5, networks: ['facebook'], gateways: 1, workers: 2 },
      choose: () => [postgresStopped(3), lockOf({ schema: 'graphile_worker', name: '_private_jobs' }, 6)],
    })
    expect(results).to.have.length(2)
    for (const { name, found, statuses } of results) {
      expect(found, `${name}: ${JSON.stringify(statuses)}`).to.deep.equal([])
      expect(statuses['publishes'], name).to.include.keys('succeeded')
    }
  })
})
