import { expect } from 'chai'
import { runNeighbours } from './run-neighbours.ts'

// Three short attacks; `npm run test:faults -- --only neighbours` makes all of them, long enough to measure.
describe('a tenant', () => {
  it('is served while another one takes all that it can get', async () => {
    const only = ['dripping media', 'hanging refreshes', 'slow bodies']
    const results = await runNeighbours({ seed: 1, ms: 1_000, only })
    expect(results.map(({ attack }) => attack)).to.have.members(only)
    for (const { attack, failures, publishes, published } of results) {
      expect(failures, attack).to.deep.equal([])
      expect(published, attack).to.equal(publishes)
    }
  })
})
