import { expect } from 'chai'
import { faultCount } from '../check.ts'
import { runCrashPoints } from '../crash-points.ts'
import { networksNamed } from '../networks.ts'

// `npm run test:faults -- --only crash-points,terminations` tries every place, network and kind of post.
describe('a publish whose worker has sent the call that cannot be taken back', () => {
  it('is there once when the worker dies, and when the database ends its connections', async () => {
    const { results, verdict } = await runCrashPoints({
      seed: 1,
      networks: networksNamed(['x']),
      variants: ['text'],
      places: ['commit.responded'],
      how: ['kill', 'terminate'],
      maxMs: 420_000,
    })
    expect(results.map(({ reached }) => reached)).to.deep.equal([true, true])
    expect(verdict.statuses).to.deep.equal({ succeeded: 2 })
    expect(faultCount(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })
})
