import { expect } from 'chai'
import { networksNamed } from '../networks.ts'
import { runRefreshRace } from '../refresh-race.ts'

// The short version with a fixed seed; `npm run test:faults -- --only refresh` is the long one.
describe('a single-use token', () => {
  it('is shown to no network twice, however many processes refresh it', async () => {
    const result = await runRefreshRace({
      ...{ seed: 1, processes: 2, accounts: 6, ms: 3_000, pgRestarts: 1, networks: networksNamed(['x']) },
    })
    expect(result.responses['x 200']).to.be.greaterThan(0)
    expect(result).to.include({ revoked: 0, expired: 0 })
  })
})
