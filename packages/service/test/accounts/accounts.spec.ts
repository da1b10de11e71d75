import { setAccountStatus } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { type JsonObject, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { setCard, translateFailure } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'

describe('accounts', () => {
  let harness: Harness
  let network: FakeConnect

  beforeEach(async () => {
    network = new FakeConnect()
    const connect = network.port
    harness = await startHarness({
      registry: withPorts({ bluesky: { connect }, x: { connect }, youtube: { connect } }),
    })
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const params = (accountId = '') => ({ profileId: harness.profileId, accountId })
  const list = (query: Record<string, string> = {}, named: object = { profileId: harness.profileId }) =>
    ask(harness.context, 'accounts.list', { scope: scope(), named: { ...named, ...query }, query })
  const refresh = () => ask(harness.context, 'accounts.refresh', { scope: scope(), params: params() })
  const update = (accountId: string, xCapabilities: object) =>
    ask(harness.context, 'accounts.update', { scope: scope(), params: params(accountId), body: { xCapabilities } })
  const connect = async (platform: Platform = 'bluesky', credentials: JsonObject = {}) =>
    (await harness.connect({ platform, credentials })).id
  const expire = (id: string) => setAccountStatus(harness.context.db, id, { status: 'expired', at: new Date() })

  it('are listed by profile, platform and id', async () => {
    const one = await connect()
    const two = await connect('youtube')
    const ids = async (query?: Record<string, string>, named?: object) =>
      bodyOf(await list(query, named)).accounts.map(({ accountId }: { accountId: string }) => accountId)
    expect(await ids()).to.deep.equal([one, two])
    expect(await ids({ platform: 'youtube' })).to.deep.equal([two])
    expect(await ids({}, { accountId: one })).to.deep.equal([one])
    expect(await ids({ platform: 'whatsapp' })).to.deep.equal([])
    expect((await rejection(list({ platform: 'youtube' }, { accountId: one }))).code).to.equal('account_not_found')
    expect((await rejection(list({}, {}))).code).to.equal('profile_required')
  })

  it('that expired are listed, and named among the errors of a 207', async () => {
    const expired = await connect()
    await connect()
    await expire(expired)
    const response = await list()
    expect(response.status).to.equal(207)
    const { status, accounts, errors } = bodyOf(response)
    expect([status, accounts.length, accounts[0].status]).to.deep.equal(['partial', 2, 'expired'])
    expect(errors).to.have.length(1)
    expect(Object.keys(errors[0])).to.have.members(['accountId', 'profileId', 'platform', 'code', 'message'])
    expect(errors[0]).to.include({ accountId: expired, code: 'connection_unavailable' })
  })

  it('are each listed once and in order where they are read in parts', async () => {
    const first = await connect()
    const { pool } = harness.context
    // Several in each millisecond, which is all that a Date holds; their ids are in another order.
    await pool.query(
      `insert into account (id, organization_id, profile_id, platform, provider_id, status, scopes, missing_scopes,
          connected_at, updated_at)
        select gen_random_uuid(), organization_id, profile_id, platform, 'p' || n, status, scopes, missing_scopes,
          connected_at + n * interval '200 microseconds', now() from account, generate_series(1, 1234) as n where id = $1`,
      [first],
    )
    const { rows } = await pool.query<{ id: string }>('select id from account order by connected_at, id')
    const response = await list()
    const listed = bodyOf(response).accounts.map(({ accountId }: { accountId: string }) => accountId)
    expect(response.status).to.equal(200)
    expect(listed).to.deep.equal(rows.map(({ id }) => id))
  })

  it('are cut at 10,000, and say so', async () => {
    const id = await connect()
    await harness.context.pool.query(
      `insert into account select ($2 || lpad(n::text, 12, '0'))::uuid, organization_id, profile_id, platform, 'p' || n
        from account, generate_series(1, 10050) as n where id = $1`
        .replace(
          'insert into account select',
          `insert into account (id, organization_id, profile_id, platform, provider_id, status, scopes, missing_scopes,
          connected_at, updated_at) select`,
        )
        .replace("'p' || n", "'p' || n, status, scopes, missing_scopes, now(), now()"),
      [id, '0199d1b2-0000-7000-8000-'],
    )
    const response = await list()
    const { status, accounts, errors } = bodyOf(response)
    expect([response.status, status, accounts.length]).to.deep.equal([207, 'partial', 10_000])
    expect(errors).to.have.length(1)
    expect(errors[0]).to.include({ code: 'result_limit', platform: 'bluesky' })
  })

  it('are changed, with an event, only by another value', async () => {
    const id = await connect('x')
    await harness.context.pool.query('update account set scopes = $1', [['tweet.read', 'users.read', 'dm.read']])
    await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
    const changed = bodyOf(await update(id, { analytics: true }))
    const again = bodyOf(await update(id, { analytics: true }))
    expect(again).to.deep.equal(changed)
    const { rows } = await harness.context.pool.query(`
      select type from event_outbox where type = 'account.updated'
      union all select type from event where type = 'account.updated'`)
    expect(rows).to.have.length(1)
    expect(bodyOf(await update(id, { analytics: true, inbox: false })).xCapabilities.analytics).to.equal(true)
    expect(bodyOf(await update(id, { analytics: false })).xCapabilities).to.include({ analytics: false })
  })

  it('show no token in any field', async () => {
    const id = await connect('x', { accessToken: 'very-secret' })
    const responses = [
      await list(),
      await refresh(),
      await ask(harness.context, 'accounts.get', { scope: scope(), params: params(id) }),
    ]
    expect(JSON.stringify(responses)).to.not.include('very-secret')
  })

  describe('refreshed', () => {
    it('are complete', async () => {
      await connect()
      await connect()
      const response = await refresh()
      expect(bodyOf(response).errors).to.deep.equal([])
      expect([response.status, bodyOf(response).status, bodyOf(response).accounts.length]).to.deep.equal([
        200,
        'complete',
        2,
      ])
    })

    it('are 207 when one fails', async () => {
      await connect()
      const expired = await connect()
      await expire(expired)
      const response = await refresh()
      expect([response.status, bodyOf(response).accounts.length]).to.deep.equal([207, 1])
      expect(bodyOf(response).errors[0]).to.include({ accountId: expired, code: 'connection_unavailable' })
    })

    it('are an error when all fail, by what the networks said', async () => {
      await connect()
      await connect()
      network.port.refresh = async () => {
        throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      }
      expect((await rejection(refresh())).code).to.equal('provider_error')
      expect(bodyOf(await list()).status).to.equal('complete')
    })

    it('have expired when every network says so', async () => {
      await connect()
      await connect()
      network.port.refresh = async () => {
        throw new ProviderError('connection_expired', 'Gone.', 'rejected')
      }
      const error = await rejection(refresh())
      expect([error.code, error.status]).to.deep.equal(['provider_unavailable', 502])
      expect(error.message).to.equal('The request failed for all 2 accounts; details has each with its reason.')
      expect(bodyOf(await list()).accounts.map(({ status }: { status: string }) => status)).to.deep.equal([
        'expired',
        'expired',
      ])
    })

    it('are complete where there is none', async () => {
      expect(await refresh()).to.deep.equal({ status: 200, body: { status: 'complete', accounts: [], errors: [] } })
    })
  })

  describe('paid reads', () => {
    it('are off at first, and shown where there are such', async () => {
      const id = await connect('x')
      const account = bodyOf(await ask(harness.context, 'accounts.get', { scope: scope(), params: params(id) }))
      expect(account.xCapabilities).to.deep.equal({ analytics: false, inbox: false })
      const other = bodyOf(
        await ask(harness.context, 'accounts.get', { scope: scope(), params: params(await connect()) }),
      )
      expect(other).to.not.have.property('xCapabilities')
    })

    it('are rejected elsewhere', async () => {
      const error = await rejection(update(await connect(), { analytics: true }))
      expect([error.code, error.status]).to.deep.equal(['not_supported', 422])
    })

    it('need a card to be switched on, none to be switched off', async () => {
      const id = await connect('x')
      for (const wanted of [{ analytics: true }, { inbox: true, analytics: false }]) {
        expect((await rejection(update(id, wanted))).code).to.equal('x_billing_required')
      }
      expect((await update(id, { analytics: false, inbox: false })).status).to.equal(200)
      expect((await update(id, {})).status).to.equal(200)
    })

    it('need the permissions for them', async () => {
      await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
      const id = await connect('x')
      const error = await rejection(update(id, { inbox: true }))
      expect([error.code, error.status]).to.deep.equal(['reconnect_required', 409])
      expect(error.details).to.deep.equal({ missingScopes: ['dm.read', 'tweet.read', 'users.read'] })
      const scopes = ['tweet.read', 'users.read']
      await harness.context.db.kysely.updateTable('account').set({ scopes }).where('id', '=', id).execute()
      expect((await rejection(update(id, { analytics: true, inbox: true }))).details).to.deep.equal({
        missingScopes: ['dm.read'],
      })
      expect(bodyOf(await update(id, { analytics: true })).xCapabilities).to.deep.equal({
        analytics: true,
        inbox: false,
      })
      expect(bodyOf(await update(id, {})).xCapabilities).to.deep.equal({ analytics: true, inbox: false })
      expect(bodyOf(await update(id, { analytics: false })).xCapabilities.analytics).to.equal(false)
    })
  })

  describe('disconnected', () => {
    const disconnect = (id: string) =>
      ask(harness.context, 'accounts.disconnect', { scope: scope(), params: params(id) })
    const revoke = () => runJobs(harness.context, 'grant.revoke')

    it('are gone at once, and their grant is ended later with their own tokens', async () => {
      const id = await connect('bluesky', { accessToken: 'mine' })
      const response = await disconnect(id)
      expect(response).to.deep.equal({ status: 200, body: { accountId: id, deleted: true } })
      expect(network.revoked).to.deep.equal([])
      expect((await rejection(disconnect(id))).code).to.equal('account_not_found')
      expect([await revoke(), network.revoked]).to.deep.equal([1, ['mine']])
      expect(await revoke()).to.equal(0)
    })

    it('leave nothing in the queue that shows a token', async () => {
      await disconnect(await connect('bluesky', { accessToken: 'very-secret' }))
      const { rows } = await harness.context.pool.query('select job::text from graphile_worker._private_jobs as job')
      expect(rows).to.have.length(1)
      expect(rows[0].job).to.not.include('very-secret')
    })

    it('have their grant ended by another try when the network fails', async () => {
      await disconnect(await connect('bluesky', { accessToken: 'mine' }))
      const { revoke: works } = network.port
      network.port.revoke = async () => {
        throw new Error('down')
      }
      expect(await revoke()).to.equal(0)
      network.port.revoke = works as NonNullable<typeof works>
      expect([await revoke(), network.revoked]).to.deep.equal([1, ['mine']])
    })

    it('have the end of their grant tried for hours, in which a network recovers from most outages', async () => {
      await disconnect(await connect('bluesky', { accessToken: 'mine' }))
      // The pauses of the queue after each failure but the last one.
      const { rows } = await harness.context.pool.query(
        `select (select sum(exp(least(attempt, 10))) / 3600 from generate_series(1, max_attempts - 1) attempt) as hours
        from graphile_worker._private_jobs`,
      )
      expect(rows).to.have.length(1)
      expect(Number(rows[0].hours)).to.be.within(6, 24)
    })

    it('keep their grant while the same social account is connected elsewhere', async () => {
      const id = await connect('bluesky', { accessToken: 'mine' })
      const other = await connect('bluesky', { accessToken: 'theirs' })
      await harness.context.pool.query('update account set owner_id = $1 where id = any($2)', ['same', [id, other]])
      await disconnect(id)
      expect([await revoke(), network.revoked]).to.deep.equal([1, []])
      await disconnect(other)
      expect([await revoke(), network.revoked]).to.deep.equal([1, ['theirs']])
    })

    it('keep account and grant when the store fails, whichever statement it is', async () => {
      const id = await connect('bluesky', { accessToken: 'mine' })
      const { pool } = harness.context
      await pool.query(`create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'no' using errcode = '57014'; end $$;
        create trigger fail before delete on account execute function fail()`)
      const error = await rejection(disconnect(id).catch((cause: unknown) => Promise.reject(translateFailure(cause))))
      expect(error.code).to.equal('database_error')
      await pool.query('drop trigger fail on account')
      expect([await revoke(), network.revoked]).to.deep.equal([0, []])
      expect(bodyOf(await list()).accounts).to.have.length(1)
    })
  })
})
