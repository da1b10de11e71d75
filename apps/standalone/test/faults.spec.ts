import { expect } from 'chai'
import { faultCount } from './faults/check.ts'
import { naiveWorkerMain } from './faults/cluster.ts'
import { runCrashPoints } from './faults/crash-points.ts'
import { runDelivery } from './faults/delivery.ts'
import { runNeighbours } from './faults/neighbours/run-neighbours.ts'
import { networksNamed } from './faults/networks.ts'
import { planFor } from './faults/plan.ts'
import { runRefreshRace } from './faults/refresh-race.ts'
import { runStorm } from './faults/storm.ts'

// The short version with fixed seeds; `npm run test:faults` is the long one.
describe('never twice, never lost', function () {
  this.timeout(180_000)
  const quick = { gateways: 2, workers: 2, customers: 6, longestCalmMs: 90_000 }

  it('holds while workers, gateways, the database and the networks fail', async () => {
    const { verdict, deeds } = await runStorm({
      ...quick,
      seed: 11,
      publishes: 16,
      plan: planFor({ kills: 2, pgRestarts: 1 }),
      networks: networksNamed(['bluesky', 'x', 'facebook']),
      networkFaults: 1,
    })
    expect(deeds.counts).to.include({ workerKills: 2, pgRestarts: 1 })
    expect(Object.keys(verdict.statuses), JSON.stringify(verdict)).to.include('succeeded')
    expect(faultCount(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })

  it('is seen to be broken where a driver repeats calls whatever became of the first', async () => {
    const { verdict } = await runStorm({
      ...quick,
      gateways: 1,
      workers: 1,
      seed: 11,
      publishes: 8,
      plan: planFor({ kills: 0, pgRestarts: 0 }),
      networks: networksNamed(['tiktok']),
      networkFaults: 2.4,
      workerScript: naiveWorkerMain,
    })
    const { doubled, failedButThere } = verdict.faults
    expect([...doubled, ...failedButThere], JSON.stringify(verdict)).to.have.length.at.least(1)
  })

  it('holds when a worker dies around the call that cannot be taken back', async () => {
    const { results, verdict } = await runCrashPoints({
      seed: 1,
      networks: networksNamed(['x']),
      variants: ['text'],
      places: ['commit.answered'],
      longestMs: 60_000,
    })
    expect(results.filter(({ reached }) => reached)).to.have.length(1)
    expect(verdict.statuses).to.deep.equal({ succeeded: 1 })
    expect(faultCount(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })

  it('holds when the database ends the connections of every pool right after that call', async () => {
    const { results, verdict } = await runCrashPoints({
      seed: 1,
      networks: networksNamed(['instagram']),
      variants: ['photo'],
      places: ['commit.answered'],
      how: 'terminate',
      longestMs: 60_000,
    })
    expect(results.map(({ reached }) => reached)).to.deep.equal([true])
    expect(verdict.statuses).to.deep.equal({ succeeded: 1 })
    expect(faultCount(verdict), JSON.stringify(verdict.faults)).to.equal(0)
  })

  it('keeps a tenant served while another one takes all that it can get', async () => {
    const only = ['dripping media', 'hanging refreshes', 'slow bodies']
    const results = await runNeighbours({ seed: 1, ms: 3_000, only })
    expect(results.map(({ attack }) => attack)).to.have.members(only)
    for (const { attack, failures, publishes, published } of results) {
      expect(failures, attack).to.deep.equal([])
      expect(published, attack).to.equal(publishes)
    }
  })

  it('lists every message of a webhook once, while gateways, workers and the database are killed', async () => {
    const result = await runDelivery({
      seed: 3,
      messages: 200,
      gatewayKills: 1,
      workerKills: 1,
      pgRestarts: 1,
      outageMs: 300,
    })
    expect(result).to.deep.include({ delivered: 200, lost: [], doubled: [] })
    expect(result.attempts).to.be.greaterThan(200)
  })

  it('shows no network a token twice, however many processes refresh it', async () => {
    const result = await runRefreshRace({
      seed: 1,
      processes: 2,
      accounts: 6,
      ms: 3_000,
      pgRestarts: 1,
      networks: networksNamed(['x']),
    })
    expect(result.answers['x 200']).to.be.greaterThan(6)
    expect(result).to.include({ revoked: 0, expired: 0 })
  })
})
