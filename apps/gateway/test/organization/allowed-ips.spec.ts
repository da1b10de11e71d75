import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const rejected = [401, 'unauthorized']
const accepted = [200, undefined]

describe('a key that can be used from some IP addresses alone', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({
      real: true,
      env: { TRUSTED_PROXIES: '127.0.0.0/8', WRONG_KEYS_PER_MINUTE: '10000' },
    })
  })
  after(() => gateway.close())

  const create = (allowedIps: readonly string[], key = gateway.installation.key) =>
    gateway.ask('POST', '/api/v1/keys', {
      json: { name: 'Server', allowedIps },
      authorization: `Bearer ${key}`,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
  async function use(key: unknown, from: string) {
    const headers = { 'x-forwarded-for': from }
    return gateway.ask('GET', '/api/v1/keys/current', { authorization: `Bearer ${key}`, headers })
  }

  for (const [allowedIps, from, wanted] of [
    [['203.0.113.9'], '203.0.113.9', accepted],
    [['203.0.113.9'], '203.0.113.10', rejected],
    [['203.0.113.0/24'], '::ffff:203.0.113.77', accepted],
    [['203.0.113.0/24'], '2001:db8::1', rejected],
    [['2001:db8::/32'], '2001:db8:1::9', accepted],
    [['2001:db8::/32'], '2001:db9::1', rejected],
    [['2001:db8::7'], '2001:DB8:0:0::7', accepted],
    [['2001:db8::7'], '2001:db8::8', rejected],
    [['203.0.113.0/24', '2001:db8::/64'], '2001:db8::1:2:3', accepted],
    [['203.0.113.9'], '203.0.113.9:50123', accepted],
    [['2001:db8::7'], '[2001:db8::7]:50123', accepted],
    [['2001:db8::7'], '[2001:db8::7]', accepted],
    [['203.0.113.0/24'], 'unknown', rejected],
  ] as const) {
    it(`${allowedIps.join(', ')}: ${wanted[0]} from ${from}`, async () => {
      const { status, body, text } = await use((await create(allowedIps)).body['apiKey'], from)
      expect([status, body.error?.code], text).to.deep.equal(wanted)
    })
  }

  it('is listed with the address from which it was used last', async () => {
    const { apiKey, keyId } = (await create(['2001:db8::/32'])).body
    await use(apiKey, '2001:DB8:0:0::7')
    await gateway.installation.context.keyring.flush()
    const keys = (await gateway.ask('GET', '/api/v1/keys')).body['keys'] as { keyId: string; lastUsedIp: string }[]
    expect(keys.find((key) => key.keyId === keyId)?.lastUsedIp).to.equal('2001:db8::7')
  })

  it('403: creates no key that can be used from elsewhere', async () => {
    const { apiKey } = (await create(['203.0.113.0/24', '2001:db8::/48'])).body
    for (const network of ['203.0.113.0/23', '0.0.0.0/0', '2001:db8::/47', '::/0', '198.51.100.1']) {
      const { status, body } = await create([network], String(apiKey))
      expect([status, body.error?.code], network).to.deep.equal([403, 'insufficient_scope'])
    }
    expect((await create(['203.0.113.128/25', '2001:db8:0:9::/64'], String(apiKey))).status).to.equal(201)
  })

  for (const network of [
    ...['203.0.113.0/33', '::1%lo', 'fe80::1%eth0/64', '203.0.113', 'localhost', '2001:db8::/129'],
    // Addresses are compared as version 4 if they are that.
    ...['::ffff:203.0.113.0/120', '0:0:0:0:0:FFFF:CB00:7109', '::ffff:0:0/96'],
  ])
    it(`400: ${network} is not a network`, async () => {
      const { status, body } = await create([network])
      expect([status, body.error?.code]).to.deep.equal([400, 'invalid_request'])
    })
})
