import type { ServerResponse } from 'node:http'
import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound, type OutboundOptions } from '@carillon/outbound'
import { faultNames, withAdverseHost } from '@carillon/testkit'
import { expect } from 'chai'
import { createResults } from '../../src/webhook-deliveries/results.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { startReceiver } from './receiver.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const loopback = { address: '127.0.0.1', family: 4 }

/** An outbound whose guarded calls reach loopback under any name. */
const toLoopback = (portOf: () => number, more: Partial<OutboundOptions> = {}) =>
  createOutbound({
    ...{ log, ports: 'unprivileged', resolve: async () => [loopback], portOf },
    permits: (address) => address === loopback.address,
    ...more,
  })

/** Deadlines of 15 seconds are as short as the fault's own, so that the test does not last as long. */
const withDeadline = (outbound: Outbound, timeoutMs: number): Outbound => ({
  ...outbound,
  guarded: (input) => outbound.guarded({ ...input, timeoutMs: Math.min(timeoutMs, input.timeoutMs ?? timeoutMs) }),
})

async function withHarness(endpointOutbound: Outbound, test: (harness: DeliveryHarness) => Promise<void>) {
  const harness = await startDeliveryHarness({ endpointOutbound })
  try {
    await test(harness)
  } finally {
    await harness.close()
  }
}

/** Sends a test to an endpoint, and returns its only attempt. */
async function attemptAt(harness: DeliveryHarness, url: string) {
  const { id } = await harness.create({ url, types: ['*'] })
  await harness.call('webhookEndpoints.test', { params: { endpointId: id } })
  harness.work()
  const [delivery] = await harness.untilDeliveries(id, ([one]) => one !== undefined && one.status !== 'pending')
  expect(delivery?.attempts).to.have.length(1)
  return { ...delivery?.attempts[0], outcome: delivery?.status }
}

describe('webhook deliveries to receivers that misbehave', () => {
  for (const name of faultNames(({ responds }) => !responds)) {
    it(`fails at a receiver that ${name}`, () =>
      withAdverseHost(name, (host) =>
        withHarness(
          withDeadline(
            toLoopback(() => host.port),
            host.deadlineMs,
          ),
          async (harness) => {
            const { outcome, status, error } = await attemptAt(harness, 'https://hooks.example.com/')
            expect({ outcome, status }).to.deep.equal({ outcome: 'failed', status: null })
            expect(error).to.be.a('string').and.not.include('127.0.0.1')
          },
        ),
      ))
  }

  for (const name of faultNames(({ responds }) => responds === true)) {
    it(`succeeds at a receiver that responds with 200 and ${name}`, () =>
      withAdverseHost(name, (host) =>
        withHarness(
          withDeadline(
            toLoopback(() => host.port),
            host.deadlineMs,
          ),
          async (harness) => {
            const { outcome, status, response } = await attemptAt(harness, 'https://hooks.example.com/')
            expect({ outcome, status }).to.deep.equal({ outcome: 'delivered', status: 200 })
            expect((response ?? '').length).to.be.at.most(1_024)
          },
        ),
      ))
  }

  it('rejects an IP address that is not public at each connection', () =>
    withHarness(
      toLoopback(() => 443, { permits: () => false }),
      async (harness) => {
        const { outcome, error } = await attemptAt(harness, 'https://rebinding.example.com/')
        expect(outcome).to.equal('failed')
        expect(error).to.include('not public').and.not.include('127.0.0.1')
      },
    ))

  it('reads no more than it has to of an endless response', async () => {
    let written = 0
    const receiver = await startReceiver((_request, response) => {
      const piece = Buffer.alloc(64 * 1024, 'x')
      const pour = (): void => {
        while (!response.destroyed && response.write(piece)) written += piece.length
        written += piece.length
        response.once('drain', pour)
      }
      pour()
    })
    const harness = await startDeliveryHarness()
    const { outcome } = await attemptAt(harness, receiver.url)
    expect(outcome).to.equal('delivered')
    await harness.close()
    await receiver.close()
    expect(written).to.be.below(64 * 1024 * 1024)
  })

  it('delivers to others while many endpoints hang', async () => {
    const open = new Set<ServerResponse>()
    let mostOpen = 0
    const hanging = await startReceiver((_request, response) => {
      open.add(response)
      response.once('close', () => open.delete(response))
      // After connections that were closed at the same time have been noticed.
      setImmediate(() => {
        mostOpen = Math.max(mostOpen, open.size)
      })
    })
    const healthy = await startReceiver()
    const harness = await startDeliveryHarness()
    for (let count = 0; count < 12; count++) await harness.create({ url: hanging.url, types: ['*'] })
    const { id } = await harness.create({ url: healthy.url, types: ['*'] })
    const count = 60
    await harness.raise(Array.from({ length: count }, (_, at) => ({ type: 'publish.published', objectId: `${at}` })))
    harness.work()
    const found = await harness.untilDeliveries(id, (all) => all.every(({ status }) => status === 'delivered'))
    expect(found).to.have.length(count)
    expect(healthy.received).to.have.length(count)
    // One at a time for each endpoint that hangs.
    expect(mostOpen).to.be.within(1, 12)
    await Promise.all([hanging, healthy].map((receiver) => receiver.close()))
    await harness.close()
  })
})

describe('an endpoint that fails for five days', () => {
  it('is disabled after ten attempts at least, and its deliveries are cancelled', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(500).end())
    const harness = await startDeliveryHarness({}, { WEBHOOK_RETRY_SCALE: '0' })
    const endpoint = await harness.create({ url: receiver.url, types: ['*'] })
    const params = { endpointId: endpoint.id }
    await harness.raise(['a', 'b', 'c'].map((objectId) => ({ type: 'publish.failed', objectId })))
    harness.work()
    const found = await harness.untilDeliveries(endpoint.id, (all) => all.every(({ status }) => status !== 'pending'))
    expect(found.map(({ status }) => status)).to.include('cancelled')
    const read = await harness.call('webhookEndpoints.get', { params })
    expect(read).to.deep.include({ status: 'disabled', disabledReason: 'failing' })
    expect(receiver.received.length).to.be.within(10, 14)
    await harness.close()
    await receiver.close()
  })

  it('is not disabled before five days have passed', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(500).end())
    const harness = await startDeliveryHarness({}, { WEBHOOK_RETRY_SCALE: '1' })
    await harness.create({ url: receiver.url, types: ['*'] })
    await harness.raise(Array.from({ length: 15 }, (_, at) => ({ type: 'publish.failed', objectId: `${at}` })))
    harness.work()
    await receiver.until(15)
    const { rows } = await harness.context.pool.query('select status from webhook_endpoint')
    expect(rows).to.deep.equal([{ status: 'enabled' }])
    await harness.close()
    await receiver.close()
  })
})

describe('the results of webhook deliveries', () => {
  it('are stored without one that the database rejects', () =>
    withHarness(createOutbound({ log, ports: 'unprivileged' }), async (harness) => {
      const { id: endpointId } = await harness.create({ url: 'http://127.0.0.1:1/', types: ['*'] })
      await harness.raise([1, 2, 3].map(() => ({ type: 'publish.published' as const })))
      const deliveries = await harness.deliveries(endpointId)
      const results = createResults(harness.context, () => {})
      for (const [index, { id: deliveryId }] of deliveries.entries()) {
        const ended = { deliveryId, endpointId, at: new Date(), durationMs: 1, status: 200, error: null }
        const response = index === 1 ? 'half \ud83d' : null
        results.add({ ...ended, response, outcome: 'delivered', retrySeconds: null })
      }
      await results.close()
      const stored = await harness.deliveries(endpointId)
      expect(stored.map(({ status }) => status)).to.deep.equal(['delivered', 'pending', 'delivered'])
    }))
})
