import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  authenticate,
  type Context,
  createContext,
  createKey,
  createOrganization,
  deleteKey,
  listKeys,
} from '../../src/index.ts'
import { hashApiKey, looksLikeApiKey, makeApiKey } from '../../src/keys/api-key.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const hour = 3_600_000

describe('API keys', () => {
  let harness: Harness
  let other: Context
  let begin = 0
  let clockMs = 0
  before(async () => {
    harness = await startHarness({ now: () => new Date(Date.now() + clockMs) })
    // Its clock moves only where a test says so: it trusts a key that it remembers until it hears of its deletion.
    begin = Date.now()
    other = await harness.another({ ...harness.overrides, now: () => new Date(begin + clockMs) })
  })
  after(() => harness.close())
  beforeEach(() => {
    clockMs = 0
  })

  const enter = (apiKey: string, context = harness.context) => authenticate(context, `Bearer ${apiKey}`)
  const make = (more: { profileId?: string; name?: string; expiresIn?: string } = {}) =>
    createKey(harness.context, { organizationId: harness.organizationId, ...more })

  /** How many queries a context makes while `work` runs. */
  async function queriesOf(context: Context, work: () => Promise<unknown>): Promise<number> {
    let queries = 0
    const count = () => queries++
    context.pool.on('acquire', count)
    await work()
    context.pool.off('acquire', count)
    return queries
  }

  /** Waits until a process rejects a key. */
  async function untilRejected(apiKey: string, context: Context): Promise<void> {
    for (;;) {
      const ended = await enter(apiKey, context).catch((error: unknown) => error)
      if (ended instanceof ServiceError) return
      await sleep(5)
    }
  }

  it('open the organization they were made for', async () => {
    const { keyId, apiKey } = await make()
    const grant = await enter(apiKey)
    const scope = { organizationId: harness.organizationId, profileId: null }
    expect(grant).to.deep.equal({ keyId, scope, scopes: ['*'] })
    expect(await enter(apiKey, other)).to.deep.equal(grant)
  })

  it('are accepted whatever the case of the scheme', async () => {
    const { keyId, apiKey } = await make()
    for (const scheme of ['bearer', 'BEARER', 'beaRer']) {
      expect((await authenticate(harness.context, `${scheme} ${apiKey}`)).keyId, scheme).to.equal(keyId)
    }
  })

  it('bound to a profile open that one', async () => {
    const { apiKey } = await make({ profileId: harness.profileId })
    expect((await enter(apiKey)).scope.profileId).to.equal(harness.profileId)
  })

  it('have a prefix, 256 random bits and a checksum that finds every mistyped sign', () => {
    const keys = new Set(Array.from({ length: 200 }, makeApiKey))
    expect(keys.size).to.equal(200)
    const [key = ''] = keys
    expect(key).to.match(/^carillon_[\w-]{49}$/)
    expect([...keys].every(looksLikeApiKey)).to.equal(true)
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const position = fc.integer({ min: 0, max: key.length - 1 })
    fc.assert(
      fc.property(position, fc.constantFrom(...signs), (at, sign) => {
        const mistyped = key.slice(0, at) + sign + key.slice(at + 1)
        return mistyped === key || !looksLikeApiKey(mistyped)
      }),
    )
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => !looksLikeApiKey(text)))
  })

  it('that cannot be keys are rejected without a query', async () => {
    const { apiKey } = await make()
    const headers = [
      undefined,
      '',
      apiKey,
      `Bearer  ${apiKey}`,
      `Bearer ${apiKey} `,
      `Bearer ${apiKey}, Bearer ${apiKey}`,
      `Basic ${apiKey}`,
      `Bearer ${apiKey.slice(0, -1)}`,
      `Bearer ${apiKey}x`,
      `Bearer ${apiKey.toUpperCase()}`,
      `Bearer ${apiKey.slice(0, -1)}${apiKey.endsWith('A') ? 'B' : 'A'}`,
      `Bearer ${'x'.repeat(10_000)}`,
      `Bearer\n${apiKey}`,
      'Bearer carillon_',
    ]
    const queries = await queriesOf(harness.context, async () => {
      for (const header of headers) {
        const error = await rejection(authenticate(harness.context, header))
        expect([error.code, error.status], header).to.deep.equal(['unauthorized', 401])
      }
    })
    expect(queries).to.equal(0)
  })

  it('that nobody made are rejected as all others are', async () => {
    const messages = new Set<string>()
    for (const header of [undefined, 'Bearer x', `Bearer ${makeApiKey()}`]) {
      messages.add((await rejection(authenticate(harness.context, header))).message)
    }
    expect(messages.size).to.equal(1)
  })

  it('are looked up once in a while, not at every request', async () => {
    const { apiKey } = await make()
    const queries = await queriesOf(other, async () => {
      for (let request = 0; request < 20; request++) await enter(apiKey, other)
    })
    // One look-up, and at most one note of the use.
    expect(queries).to.be.within(1, 2)
  })

  it('end when their time has come, in the middle of being remembered too', async () => {
    const { keyId, apiKey } = await make({ expiresIn: '12h' })
    const { keys } = await listKeys(harness.context, { organizationId: harness.organizationId })
    const endsAt = Date.parse(keys.find((one) => one.keyId === keyId)?.expiresAt ?? '')
    await enter(apiKey)
    clockMs = endsAt - begin - 1
    await enter(apiKey, other)
    clockMs = endsAt - begin
    expect((await rejection(enter(apiKey, other))).code).to.equal('unauthorized')
    expect((await rejection(enter(apiKey))).code).to.equal('unauthorized')
  })

  for (const [text, ms] of [
    ['45m', 45 * 60_000],
    ['12h', 12 * hour],
    ['30d', 30 * 24 * hour],
  ] as const) {
    it(`can be made to last ${text}`, async () => {
      const { keyId } = await make({ expiresIn: text })
      const { keys } = await listKeys(harness.context, { organizationId: harness.organizationId })
      const key = keys.find((one) => one.keyId === keyId)
      expect(Date.parse(key?.expiresAt ?? '') - Date.parse(key?.createdAt ?? '')).to.equal(ms)
    })
  }

  it('are not created for what is not there, or for no time', async () => {
    for (const expiresIn of ['0d', '1', 'd', '1w', '-1d', '1.5h', ' 1d', '999999d']) {
      expect((await rejection(make({ expiresIn }))).code, expiresIn).to.equal('invalid_request')
    }
    const absent = '0199d1b2-ffff-7000-8000-000000000000'
    expect((await rejection(make({ profileId: absent }))).code).to.equal('profile_not_found')
    expect((await rejection(createKey(harness.context, { organizationId: absent }))).code).to.equal('invalid_request')
  })

  it('are a hundred of an organization at most, however many are created at once', async () => {
    const { organizationId } = await createOrganization(harness.context, { name: 'Many keys' })
    const create = () => createKey(harness.context, { organizationId })
    for (let n = 0; n < 96; n++) await create()
    const ended = await Promise.allSettled(Array.from({ length: 10 }, create))
    expect(ended.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(4)
    const error = await rejection(create())
    expect([error.code, error.status]).to.deep.equal(['key_limit_reached', 409])
    expect(error.message).to.contain('100 API keys; at most 100 are allowed')
    const { keys } = await listKeys(harness.context, { organizationId })
    await deleteKey(harness.context, { keyId: keys[0]?.keyId ?? '' })
    await create()
    expect((await make()).keyId).to.be.a('string')
  })

  it('are rejected by every process as soon as they are deleted', async () => {
    const { keyId, apiKey } = await make()
    await Promise.all([enter(apiKey), enter(apiKey, other)])
    expect(await deleteKey(harness.context, { keyId })).to.deep.equal({ keyId, deleted: true, deletedKeyIds: [keyId] })
    await Promise.all([untilRejected(apiKey, harness.context), untilRejected(apiKey, other)])
    expect((await rejection(deleteKey(harness.context, { keyId }))).code).to.equal('invalid_request')
  })

  it('are rejected within 5 s by a process that missed the news', async () => {
    const { keyId, apiKey } = await make()
    await enter(apiKey, other)
    // Nobody is told of it.
    await harness.context.pool.query(`begin; alter table api_key disable trigger user;
      delete from api_key where id = '${keyId}'; alter table api_key enable trigger user; commit`)
    await enter(apiKey, other)
    clockMs = 5_000
    expect((await rejection(enter(apiKey, other))).code).to.equal('unauthorized')
  })

  it('bound to a profile end with it, everywhere', async () => {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const profileId = bodyOf(await ask(harness.context, 'profiles.create', { scope, body: { name: 'Short' } })).id
    const { apiKey } = await make({ profileId })
    await enter(apiKey, other)
    await ask(harness.context, 'profiles.delete', { scope, params: { profileId } })
    await untilRejected(apiKey, other)
  })

  it('are listed with their last use, and cannot be read back', async () => {
    const before = harness.context.now()
    const { keyId, apiKey } = await make({ name: 'ci', expiresIn: '30d' })
    const listed = async () => {
      const { keys } = await listKeys(harness.context, { organizationId: harness.organizationId })
      return keys.find((one) => one.keyId === keyId)
    }
    expect(await listed()).to.deep.include({ name: 'ci', profileId: null, last4: apiKey.slice(-4), lastUsedAt: null })
    await enter(apiKey)
    await harness.context.keyring.flush()
    const used = (await listed())?.lastUsedAt ?? ''
    expect(new Date(used) >= before && new Date(used) <= harness.context.now()).to.equal(true)
    const { rows } = await harness.context.pool.query(
      "select t::text || encode(hash, 'escape') || encode(hash, 'base64') as text from api_key t",
    )
    const dump = rows.map(({ text }) => text).join('\n')
    expect(dump).to.include(hashApiKey(apiKey).toString('hex'))
    expect(dump).to.not.include(apiKey.slice('carillon_'.length, -6))
  })

  it('write their last use down before a process ends', async () => {
    const { keyId, apiKey } = await make()
    const short = await createContext(harness.context.config, { log: harness.context.log })
    // The first use is written at once, the second one when the process ends.
    await enter((await make()).apiKey, short)
    await enter(apiKey, short)
    await short.close()
    const { keys } = await listKeys(harness.context, { organizationId: harness.organizationId })
    expect(keys.find((one) => one.keyId === keyId)?.lastUsedAt).to.be.a('string')
  })
})
