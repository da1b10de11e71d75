import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { findAccountForWorker } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { type Context, completeSignup, doctor, reportUnreadable, rotateKeys } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { FakeSignup, startSignup } from '../signup/fake-signup.ts'
import { withPorts } from '../with-ports.ts'

describe('credentials whose encryption key is gone', () => {
  let harness: Harness
  let accountId: string
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const log = createLogger({ name: 'test', level: 'info', destination })
  const withKeys = (encryptionKeys: { id: number; key: Buffer }[]) => harness.another({ log }, { encryptionKeys })

  before(async () => {
    harness = await startHarness()
    const account = await harness.connect({ platform: 'x', credentials: { token: 1 } })
    accountId = account.id
  })
  after(() => harness.close())

  it('are named in the log when a worker starts', async () => {
    await reportUnreadable(await withKeys([{ id: 2, key: randomBytes(32) }]))
    const named = lines.filter(({ level }) => level === 'error').map((line) => line['accountId'])
    expect(named).to.deep.equal([accountId])
  })

  it('are named by the doctor, who is not content', async () => {
    const { ok, findings } = await doctor(await withKeys([{ id: 2, key: randomBytes(32) }]))
    const finding = findings.find(({ check }) => check === 'encryption keys')
    expect([ok, finding?.ok]).to.deep.equal([false, false])
    expect(finding?.detail).to.contain(accountId)
  })

  it('are not mentioned while the key is there, wherever it is in the list', async () => {
    lines.length = 0
    const { encryptionKeys } = harness.context.config
    const context = await withKeys([{ id: 2, key: randomBytes(32) }, ...encryptionKeys])
    await reportUnreadable(context)
    expect(lines.filter(({ level }) => level === 'error')).to.deep.equal([])
    const finding = (await doctor(context)).findings.find(({ check }) => check === 'encryption keys')
    expect(finding?.ok).to.equal(true)
  })
})

describe('accounts and endpoints whose encryption key is gone', () => {
  let harness: Harness
  let context: Context
  let network: FakeSignup
  before(async () => {
    network = new FakeSignup()
    harness = await startHarness({ registry: withPorts({ whatsapp: { signup: network.port } }) })
    context = await harness.another(undefined, { encryptionKeys: [{ id: 2, key: randomBytes(32) }] })
  })
  after(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })

  it('can be disconnected, without a revocation', async () => {
    const { id: accountId } = await harness.connect({ platform: 'x', credentials: { token: 1 } })
    const params = { profileId: harness.profileId, accountId }
    expect((await ask(context, 'accounts.disconnect', { scope: scope(), params })).status).to.equal(200)
    expect(await findAccountForWorker(context.db, accountId)).to.equal(undefined)
    expect(await runJobs(context, 'grant.revoke')).to.equal(0)
  })

  it('can be signed up again, with another PIN', async () => {
    const signUp = async (of: Harness) => {
      const { token } = await startSignup(of)
      const report = { event: 'FINISH', code: 'the-code', data: { waba_id: '77' } }
      const signal = new AbortController().signal
      return completeSignup(of.context, { platform: 'whatsapp', token, report, requestId: 'finish', signal })
    }
    expect((await signUp(harness)).status).to.equal('completed')
    expect((await signUp({ ...harness, context })).status).to.equal('completed')
  })

  it('do not keep others from getting another key, and the rotation counts them', async () => {
    for (let lost = 0; lost < 3; lost++) await harness.connect({ platform: 'x', credentials: { token: 1 } })
    const body = { url: 'https://app.example.com/lost', types: ['*'] }
    const { id } = bodyOf(await ask(harness.context, 'webhookEndpoints.create', { scope: scope(), body }))
    const { encryptionKeys } = context.config
    const next = await harness.another(undefined, {
      encryptionKeys: [{ id: 3, key: randomBytes(32) }, ...encryptionKeys],
    })
    const params = { endpointId: id }
    await ask(context, 'webhookEndpoints.delete', { scope: scope(), params })
    await ask(context, 'webhookEndpoints.create', { scope: scope(), body })
    const { code, message } = await rejection(rotateKeys(next))
    expect(code).to.equal('invalid_request')
    expect(message).to.match(
      /^No key in ENCRYPTION_KEYS decrypts 3 of the .*; 2 others were encrypted again with the key 3/,
    )
    await context.pool.query('delete from account; delete from webhook_endpoint')
  })

  it('are named by the doctor and in the log of a worker, also endpoints of which only the headers are lost', async () => {
    const body = { url: 'https://app.example.com/named', types: ['*'] }
    const { id: endpointId } = bodyOf(await ask(harness.context, 'webhookEndpoints.create', { scope: scope(), body }))
    const isNamed = { ok: false, names: true }
    const found = async () => {
      const { findings } = await doctor(context)
      const { ok, detail } = findings.find(({ check }) => check === 'encryption keys') ?? {}
      return { ok, names: detail?.includes(endpointId) }
    }
    expect(await found()).to.deep.equal(isNamed)
    const lines: unknown[] = []
    const log = { ...context.log, error: (fields: object) => void lines.push(fields) }
    await reportUnreadable({ ...context, log })
    expect(lines).to.deep.equal([{ endpointId }])
    const params = { endpointId }
    await ask(context, 'webhookEndpoints.secret.renew', { scope: scope(), params, body: {} })
    expect(await found()).to.deep.equal(isNamed)
    await ask(context, 'webhookEndpoints.update', { scope: scope(), params, body: { headers: {} } })
    expect(await found()).to.deep.equal({ ok: true, names: false })
    await ask(context, 'webhookEndpoints.delete', { scope: scope(), params })
  })

  it('get another secret, and the lost one signs no more', async () => {
    const body = { url: 'https://app.example.com/hook', types: ['*'] }
    const { id: endpointId } = bodyOf(await ask(harness.context, 'webhookEndpoints.create', { scope: scope(), body }))
    const request = { scope: scope(), params: { endpointId }, body: {} }
    expect(bodyOf(await ask(context, 'webhookEndpoints.secret.renew', request)).secret).to.match(/^whsec_/)
    const { rows } = await context.pool.query('select old_secret from webhook_endpoint where id = $1', [endpointId])
    expect(rows[0].old_secret).to.equal(null)
  })
})
