import { expect } from 'chai'
import { runDelivery } from '../delivery.ts'

// The short version with a fixed seed; `npm run test:faults -- --only deliveries` is the long one.
describe('messages of webhooks', () => {
  it('are listed once each, while gateways, workers and the database are killed', async () => {
    const messages = 120
    const result = await runDelivery({
      ...{ seed: 3, messages, gatewayKills: 1, workerKills: 1, pgRestarts: 1, outageMs: 300 },
    })
    expect(result).to.deep.include({ delivered: messages, stored: messages, lost: [], doubled: [] })
    expect(result.attempts).to.be.greaterThan(messages)
  })
})
