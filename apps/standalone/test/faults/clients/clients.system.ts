import { expect } from 'chai'
import { writeNames } from './fault-client.ts'
import { faultClients } from './fault-clients.ts'
import { runClients } from './run-clients.ts'

// The short version with a fixed seed; `npm run test:faults -- --only clients` is the long one.
describe('clients behind a proxy that loses, delays, cuts and duplicates exchanges', () => {
  it('write nothing twice, call nothing failed that is there, and name what is unknown', async () => {
    const clients = Object.keys(faultClients)
    const { told, faults, proxyFaults } = await runClients({
      ...{
        seed: 3,
        writes: 12,
        clients,
        kinds: writeNames,
        customers: 6,
        kills: 1,
        maxMs: 600_000,
        maxCalmMs: 150_000,
      },
    })
    expect(Object.keys(proxyFaults), JSON.stringify(proxyFaults)).to.have.length.at.least(3)
    expect(Object.keys(told).filter((name) => name.endsWith(' published'))).to.not.be.empty
    expect(faults, JSON.stringify(told)).to.deep.equal({ doubled: [], lost: [], falselyFailed: [], unnamed: [] })
  })
})
