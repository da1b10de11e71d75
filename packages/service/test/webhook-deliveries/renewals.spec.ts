import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { signatureHeaders } from '../../src/webhook-deliveries/signature.ts'
import { encryptOldSecrets, secretBytes } from '../../src/webhook-endpoints/endpoint-secrets.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

describe('the secrets by which deliveries are signed', () => {
  let harness: DeliveryHarness
  let receiver: Receiver
  let endpoint: { id: string; secret: string }
  beforeEach(async () => {
    harness = await startDeliveryHarness()
    receiver = await startReceiver()
    endpoint = await harness.create({ url: receiver.url, types: ['*'] })
  })
  afterEach(async () => {
    await harness.close()
    await receiver.close()
  })

  async function renew(body: object = {}): Promise<string> {
    const renewed = await harness.call('webhookEndpoints.secret.renew', { params: { endpointId: endpoint.id }, body })
    return (renewed as { secret: string }).secret
  }

  /** Those of the secrets by which the next delivery is signed. */
  async function signing(secrets: readonly string[]): Promise<string[]> {
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [request] = await receiver.until(1)
    const signed = {
      id: String(request?.headers['webhook-id']),
      timestamp: Number(request?.headers['webhook-timestamp']),
      body: Buffer.from(request?.body ?? ''),
    }
    const sent = String(request?.headers['webhook-signature']).split(' ')
    expect(sent.length).to.be.within(1, 5)
    return secrets.filter((secret) => {
      const { 'webhook-signature': signature = '' } = signatureHeaders(signed, [secretBytes(secret)])
      return sent.includes(signature)
    })
  }

  it('are still that of the receiver and all new ones after two renewals at the same time', async () => {
    const renewed = await Promise.all([renew(), renew()])
    const all = [endpoint.secret, ...renewed]
    expect(await signing(all)).to.deep.equal(all)
  })

  it('are also those in between, whether the receiver has got them or their responses were lost', async () => {
    const all = [endpoint.secret, await renew(), await renew()]
    expect(await signing(all)).to.deep.equal(all)
  })

  it('are the last five after many renewals', async () => {
    const all = [endpoint.secret]
    for (let count = 0; count < 6; count++) all.push(await renew())
    expect(await signing(all)).to.deep.equal(all.slice(-5))
  })

  it('are the new one alone after a renewal that ends the others at once', async () => {
    const [lost, last] = [await renew(), await renew({ keepOldSeconds: 0 })]
    expect(await signing([endpoint.secret, lost, last])).to.deep.equal([last])
  })

  it('are the two last ones where the first has ended before', async () => {
    const second = await renew()
    const ended = new Date(Date.now() - 1)
    await harness.context.db.kysely.updateTable('webhookEndpoint').set({ oldSecretUntil: ended }).execute()
    const last = await renew()
    expect(await signing([endpoint.secret, second, last])).to.deep.equal([second, last])
  })

  it('are still that of the receiver if no key decrypts the ones before it', async () => {
    const oldSecret = encryptOldSecrets(harness.context.encryption, randomUUID(), ['whsec_bG9zdA=='])
    const oldSecretUntil = new Date(Date.now() + 3_600_000)
    await harness.context.db.kysely.updateTable('webhookEndpoint').set({ oldSecret, oldSecretUntil }).execute()
    const last = await renew()
    expect(await signing([endpoint.secret, last])).to.deep.equal([endpoint.secret, last])
  })
})
