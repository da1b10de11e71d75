import { randomBytes } from 'node:crypto'
import { createEncryption } from '@carillon/database'
import { expect } from 'chai'
import { type Context, startDeliveries } from '../../src/index.ts'
import { signatureHeaders } from '../../src/webhook-deliveries/signature.ts'
import { encryptOldSecrets, secretBytes } from '../../src/webhook-endpoints/endpoint-secrets.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

interface Line {
  level: 'warn' | 'error'
  endpointId: unknown
  message: string
}

describe('deliveries to an endpoint of which a secret cannot be decrypted', () => {
  let harness: DeliveryHarness
  let receiver: Receiver
  let lines: Line[]
  /** Ends the deliveries of processes that were started beside the harness. */
  let working: { close(): Promise<void> }[]

  async function begin(retryScale: string): Promise<void> {
    ;[lines, working] = [[], []]
    harness = await startDeliveryHarness({}, { WEBHOOK_RETRY_SCALE: retryScale })
    receiver = await startReceiver()
  }
  afterEach(async () => {
    await Promise.all(working.map((each) => each.close()))
    await Promise.all([harness.close(), receiver.close()])
  })

  /** Delivers in a process that has these keys. */
  async function work(encryptionKeys: Context['config']['encryptionKeys']): Promise<void> {
    const context = await harness.another(harness.overrides, { encryptionKeys })
    const note = (level: Line['level']) => (fields: object, message: string) => {
      lines.push({ level, endpointId: 'endpointId' in fields ? fields.endpointId : undefined, message })
    }
    const log = { ...context.log, warn: note('warn'), error: note('error') }
    working.push(startDeliveries({ ...context, log }))
  }

  const otherKey = () => ({ id: 9, key: randomBytes(32) })

  it('are signed without a former secret that is lost, which is logged once, with what to do', async () => {
    await begin('1')
    const { id: endpointId } = await harness.create({ url: receiver.url, types: ['*'] })
    const renewed = await harness.call('webhookEndpoints.secret.renew', { params: { endpointId } })
    const secret = typeof renewed === 'object' && renewed && 'secret' in renewed ? String(renewed.secret) : ''
    const lost = encryptOldSecrets(createEncryption([otherKey()]), endpointId, ['whsec_AAAA'])
    await harness.context.pool.query('update webhook_endpoint set old_secret = $1', [lost])
    await work(harness.context.config.encryptionKeys)
    await harness.raise([{ type: 'publish.published' }, { type: 'publish.published' }])
    const [first] = await receiver.until(2)
    const sent = { id: String(first?.headers['webhook-id']), timestamp: Number(first?.headers['webhook-timestamp']) }
    const signed = signatureHeaders({ ...sent, body: Buffer.from(first?.body ?? '') }, [secretBytes(secret)])
    expect(first?.headers).to.include(signed)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ level: 'warn', endpointId })
    expect(lines[0]?.message).to.match(/former webhook secret .* add the missing key to ENCRYPTION_KEYS, or /)
  })

  it('wait without an attempt while the current one is lost, and are made by a process that has its key', async () => {
    await begin('1')
    const { id } = await harness.create({ url: receiver.url, types: ['*'] })
    await work([otherKey()])
    const objects = ['1', '2', '3']
    await harness.raise(objects.map((objectId) => ({ type: 'publish.published', objectId })))
    while (lines.length === 0) await new Promise((done) => setTimeout(done, 10))
    await working[0]?.close()
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ level: 'error', endpointId: id })
    expect(lines[0]?.message).to.match(/deliveries to this endpoint wait: add the missing key to ENCRYPTION_KEYS, or /)
    const waiting = await harness.deliveries(id)
    expect(waiting.map(({ status, attempts }) => [status, attempts])).to.deep.equal(objects.map(() => ['pending', []]))
    const { rows } = await harness.context.pool.query('select failures, last_failure_at from webhook_endpoint')
    expect(rows).to.deep.equal([{ failures: 0, last_failure_at: null }])
    await work(harness.context.config.encryptionKeys)
    await receiver.until(3)
  })

  it('are made when the lost secret is renewed, by the processes that waited', async () => {
    await begin('0.001')
    const { id: endpointId } = await harness.create({ url: receiver.url, types: ['*'] })
    const keys = [otherKey(), ...harness.context.config.encryptionKeys]
    const lost = encryptOldSecrets(createEncryption([{ id: 8, key: randomBytes(32) }]), endpointId, ['whsec_AAAA'])
    await harness.context.pool.query('update webhook_endpoint set secret = $1', [lost])
    await work(keys)
    await harness.raise([{ type: 'publish.published' }])
    while (lines.length === 0) await new Promise((done) => setTimeout(done, 10))
    await harness.call('webhookEndpoints.secret.renew', { params: { endpointId } })
    await receiver.until(1)
    const [delivery] = await harness.untilDeliveries(endpointId, ([one]) => one?.status === 'delivered')
    expect(delivery?.attempts).to.have.length(1)
  })

  it('fail at once as tests, with the reason', async () => {
    await begin('1')
    const { id: endpointId } = await harness.create({ url: receiver.url, types: ['*'] })
    await work([otherKey()])
    await harness.call('webhookEndpoints.test', { params: { endpointId }, body: { type: 'publish.published' } })
    const [test] = await harness.untilDeliveries(endpointId, ([one]) => one?.status === 'failed')
    expect(test?.attempts[0]?.error).to.contain('cannot be decrypted')
  })
})
