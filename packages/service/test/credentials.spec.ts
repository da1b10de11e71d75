import { randomUUIDv7 } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountRow, findAccountForWorker, insertExternalWrite, readCredential } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { createLogger } from '@carillon/log'
import { type ConnectPort, type JsonObject, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { callAccount } from '../src/call-account.ts'
import { decryptCredentials, encryptCredentials } from '../src/credentials/encrypted-credentials.ts'
import { freshCredentials } from '../src/credentials/fresh-credentials.ts'
import { keepRefreshed } from '../src/credentials/keep-refreshed.ts'
import { refreshCredentials } from '../src/credentials/refresh-credentials.ts'
import { queueRefreshes, refreshAhead } from '../src/credentials/refresh-expiring.ts'
import { spool } from '../src/credentials/token-spool.ts'
import { type Context, rotateKeys } from '../src/index.ts'
import { replayTokens } from '../src/jobs/worker-life.ts'
import { newWrite } from '../src/journal/new-write.ts'
import { readEndingAccess } from '../src/monitoring/gauges.ts'
import { rejection } from './ask.ts'
import { FakeConnect } from './fake-connect.ts'
import { startFlakyDatabase } from './flaky-database.ts'
import { type Harness, startHarness } from './harness.ts'
import { replyKind } from './reply-kind.ts'
import { withPorts } from './with-ports.ts'

/** Refresh tokens that can be used once; using one again is a replay, which ends the grant. */
class RotatingNetwork {
  current = 0
  replays = 0
  refreshes = 0
  gone = false
  down = false

  readonly port: Pick<ConnectPort<JsonObject>, 'refresh'> = {
    refresh: async (_call, credentials) => {
      if (this.down) throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      await sleep(5)
      if (credentials['token'] !== this.current) {
        this.replays++
        this.gone = true
      }
      if (this.gone) throw new ProviderError('connection_expired', 'Gone.', 'rejected')
      this.refreshes++
      this.current++
      return { credentials: { token: this.current }, tokenExpiresAt: new Date(Date.now() + 3_600_000) }
    },
  }
}

describe('refreshing tokens', () => {
  let harness: Harness
  let network: RotatingNetwork
  const requestId = 'test'

  before(async () => {
    network = new RotatingNetwork()
    const port = new Proxy({}, { get: (_target, name) => Reflect.get(network.port, name) })
    harness = await startHarness({ registry: withPorts({ bluesky: { connect: port as ConnectPort } }) })
  })
  after(() => harness.close())
  beforeEach(() => {
    network = new RotatingNetwork()
  })

  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const expiring = () => harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: inSeconds(10) })

  /** As if the lease on the credentials had been taken some seconds ago, by a process that died or by the one that has it. */
  async function leasedTo(holder: 'somebody else' | 'the same', { id }: AccountRow, secondsAgo: number): Promise<void> {
    const by = holder === 'the same' ? 'refreshing_by' : 'gen_random_uuid()'
    await harness.context.pool.query(
      `update credential set refreshing_by = ${by}, refreshing_since = now() - make_interval(secs => $2) where account_id = $1`,
      [id, secondsAgo],
    )
  }

  async function stored(account: AccountRow): Promise<JsonObject> {
    const row = await readCredential(harness.context.db, account.id)
    if (!row) throw new Error('no credentials')
    return decryptCredentials(harness.context.encryption, row)
  }

  it('leaves tokens alone that last long enough', async () => {
    const account = await harness.connect({
      platform: 'bluesky',
      credentials: { token: 0 },
      expiresAt: inSeconds(3600),
    })
    expect(await freshCredentials(harness.context, { account, requestId })).to.deep.include({
      credentials: { token: 0 },
    })
    expect(network.refreshes).to.equal(0)
  })

  it('refreshes once for everybody who asks at the same time, in several processes', async () => {
    const account = await expiring()
    const contexts = [harness.context, await harness.another(), await harness.another()]
    const asked = contexts.flatMap((context) =>
      Array.from({ length: 8 }, () => freshCredentials(context, { account, requestId })),
    )
    const got = await Promise.all(asked)
    expect(got.map(({ credentials }) => credentials)).to.deep.equal(Array(24).fill({ token: 1 }))
    expect([network.refreshes, network.replays]).to.deep.equal([1, 0])
  })

  it('does work again with a new token when the network rejects the old one', async () => {
    const account = await harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: null })
    const used: unknown[] = []
    const options = { account, requestId, signal: new AbortController().signal }
    const response = await callAccount(harness.context, options, async (call) => {
      used.push(call.account.credentials)
      if (used.length === 1) throw new ProviderError('connection_expired', 'No.', 'rejected', { tokenRejected: true })
      return 'done'
    })
    expect(response).to.equal('done')
    expect(used).to.deep.equal([{ token: 0 }, { token: 1 }])
  })

  it('says that nothing was sent when the new token cannot be had', async () => {
    const account = await harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: null })
    network.gone = true
    const options = { account, requestId, signal: new AbortController().signal }
    const failure = await callAccount(harness.context, options, async () => {
      throw new ProviderError('connection_expired', 'No.', 'rejected', { tokenRejected: true })
    }).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'connection_expired', outcome: 'not_sent' })
  })

  it('keeps a connection through a hiccup of the network, and uses the token while it lasts', async () => {
    const account = await expiring()
    network.down = true
    expect(await freshCredentials(harness.context, { account, requestId })).to.deep.include({
      credentials: { token: 0 },
    })
    expect((await findAccountForWorker(harness.context.db, account.id))?.status).to.equal('connected')
  })

  it('expires the connection when the network says that the grant is gone', async () => {
    const account = await expiring()
    network.gone = true
    const failure = await freshCredentials(harness.context, { account, requestId }).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'connection_expired', status: 422 })
    expect((await findAccountForWorker(harness.context.db, account.id))?.status).to.equal('expired')
  })

  it('does not expire the connection while the clocks of machine and database are far apart', async () => {
    const account = await expiring()
    network.gone = true
    const machine = { wall: () => Date.now() + 400 * 86_400_000, monotonic: () => performance.now() }
    const context = await harness.another({ ...harness.overrides, machine })
    await context.followClock()
    const statusOf = async () => (await findAccountForWorker(harness.context.db, account.id))?.status
    expect((await rejection(freshCredentials(context, { account, requestId }))).code).to.equal('connection_expired')
    expect(await statusOf()).to.equal('connected')
    network.gone = false
    await freshCredentials(harness.context, { account, requestId })
    expect(await statusOf()).to.equal('connected')
  })

  it('goes on with others ahead of need when a connection is gone, or its tokens cannot be decrypted', async () => {
    const context = await harness.another()
    const [gone, unreadable, other] = [await expiring(), await expiring(), await expiring()]
    await context.pool.query(`update credential set sealed = '\\x00' where account_id = $1`, [unreadable.id])
    network.gone = true
    for (const account of [gone, unreadable])
      expect(await freshCredentials(context, { account, requestId }).catch((error: unknown) => error)).to.be.an('error')
    network.gone = false
    await context.pool.query('delete from account where id = $1', [unreadable.id])
    await refreshAhead(context, other.id)
    expect(await stored(other)).to.deep.equal({ token: 1 })
  })

  it('takes what another process has stored when its own refresh was rejected', async () => {
    const account = await expiring()
    const before = network.port.refresh
    network.port.refresh = async () => {
      network.port.refresh = before
      // The other process was first: its response is in the table by the time this one is rejected.
      const ciphertext = encryptCredentials(harness.context.encryption, account.id, { token: 7 })
      await harness.context.pool.query(
        'update credential set sealed = $2, generation = generation + 1 where account_id = $1',
        [account.id, ciphertext],
      )
      throw new ProviderError('connection_expired', 'Used already.', 'rejected')
    }
    expect(await freshCredentials(harness.context, { account, requestId })).to.deep.include({
      credentials: { token: 7 },
    })
    expect((await findAccountForWorker(harness.context.db, account.id))?.status).to.equal('connected')
  })

  it('leaves a connection alone that the user renews while its old token is rejected', async () => {
    const account = await expiring()
    const { pool, encryption } = harness.context
    const storing = await pool.connect()
    let stored: Promise<unknown> = Promise.resolve()
    network.port.refresh = async () => {
      const ciphertext = encryptCredentials(encryption, account.id, { token: 7 })
      await storing.query('begin')
      await storing.query(`update account set status = 'connected' where id = $1`, [account.id])
      await storing.query(
        `update credential set sealed = $2, generation = generation + 1, refreshing_by = null, refreshing_since = null
        where account_id = $1`,
        [account.id, ciphertext],
      )
      stored = sleep(300).then(() => storing.query('commit'))
      throw new ProviderError('connection_expired', 'Gone.', 'rejected')
    }
    const found = await freshCredentials(harness.context, { account, requestId }).catch((error: unknown) => error)
    await stored
    storing.release()
    expect((await findAccountForWorker(harness.context.db, account.id))?.status).to.equal('connected')
    expect(found).to.deep.include({ credentials: { token: 7 } })
  })

  it('does not use the old token of an account that was disconnected while it was refreshed', async () => {
    const account = await expiring()
    const { refresh } = network.port
    network.port.refresh = async (...call) => {
      const refreshed = await refresh(...call)
      await harness.context.pool.query('delete from account where id = $1', [account.id])
      return refreshed
    }
    const failure = await freshCredentials(harness.context, { account, requestId }).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'connection_expired' })
  })

  it('gives a refresh that a dead process had begun the time to have ended', async () => {
    const account = await expiring()
    await leasedTo('somebody else', account, 60)
    expect(await freshCredentials(harness.context, { account, requestId })).to.deep.include({
      credentials: { token: 1 },
    })
  })

  it('leaves the tokens alone while a request of another process, begun at its last moment, may still use them', async () => {
    const account = await expiring()
    const leasedAt = Date.now() - 11_000
    await leasedTo('somebody else', account, 11)
    let takenAfterMs = 0
    const { refresh } = network.port
    network.port.refresh = (...input) => {
      takenAfterMs = Date.now() - leasedAt
      return refresh(...input)
    }
    expect((await freshCredentials(harness.context, { account, requestId })).credentials).to.deep.equal({ token: 1 })
    expect(takenAfterMs).to.be.at.least(20_000)
  })

  it('logs that a refresh was interrupted, and only then', async () => {
    const lines: string[] = []
    const log = createLogger({ name: 'test', level: 'warn', destination: { write: (line) => void lines.push(line) } })
    const context = await harness.another({ ...harness.overrides, log })
    const interruptions = () =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ message }) => message === 'token refresh was interrupted')
    const [interrupted, failed] = [await expiring(), await expiring()]
    await leasedTo('somebody else', interrupted, 60)
    await freshCredentials(context, { account: interrupted, requestId })
    network.down = true
    await freshCredentials(context, { account: failed, requestId })
    network = new RotatingNetwork()
    await freshCredentials(context, { account: failed, requestId })
    expect(interruptions().map(({ accountId }) => accountId)).to.deep.equal([interrupted.id])
    expect(Date.parse(String(interruptions()[0]?.['at']))).to.be.closeTo(Date.now() - 60_000, 30_000)
  })

  it('waits for a process that has the response and could not reach the database for longer than a call takes', async function () {
    this.timeout(900_000)
    const account = await expiring()
    const flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const { refresh } = network.port
    network.port.refresh = async (...input) => {
      const response = await refresh(...input)
      flaky.goDown()
      return response
    }
    const watched = await startFlakyDatabase(harness.context.config.databaseUrl)
    const context = await harness.another(harness.overrides, { databaseUrl: watched.url })
    const cut = await harness.another(harness.overrides, { databaseUrl: flaky.url })
    const first = freshCredentials(cut, { account, requestId }).catch(() => undefined)
    while (network.refreshes === 0) await sleep(5)
    network.port.refresh = refresh
    await leasedTo('the same', account, 12)
    const claimed = watched.responded('update "credential"')
    const second = freshCredentials(context, { account, requestId })
    await claimed
    flaky.comeUp()
    expect((await second).credentials).to.deep.equal({ token: 1 })
    await first
    expect([network.refreshes, network.replays]).to.deep.equal([1, 0])
    await Promise.all([flaky.close(), watched.close()])
  })

  it('leaves no lease behind a call that failed, so that the next refresh works at once', async () => {
    const account = await harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: inSeconds(-1) })
    network.down = true
    const failure = await rejection(freshCredentials(harness.context, { account, requestId }))
    expect(failure.code).to.equal('provider_error')
    expect(await readCredential(harness.context.db, account.id)).to.include({
      refreshingSince: null,
      refreshingBy: null,
    })
    network.down = false
    expect((await freshCredentials(harness.context, { account, requestId })).credentials).to.deep.equal({ token: 1 })
  })

  for (const way of ['request', 'guarded'] as const) {
    it(`sends nothing by ${way} once its time is over, since another process may have used the token`, async () => {
      let clockMs = 60_000
      const now = () => new Date(Date.now() + clockMs)
      const context = await harness.another({ ...harness.overrides, now })
      const account = await expiring()
      network.port.refresh = async ({ outbound }) => {
        clockMs += 10_000
        await outbound[way]({ network: 'bluesky', operation: 'o', method: 'POST', url: 'http://localhost' })
        throw new Error('was sent')
      }
      const failure = await freshCredentials(context, { account, requestId }).catch((error: unknown) => error)
      expect(failure).to.include({ code: 'provider_error', outcome: 'not_sent' })
    })
  }

  it('takes the lease it was given although the database could not say so', async () => {
    const account = await expiring()
    const flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const cut = await harness.another(harness.overrides, { databaseUrl: flaky.url })
    const row = await readCredential(cut.db, account.id)
    flaky.breakAtMessage(1, 'before-response')
    expect((await freshCredentials(cut, { account, requestId, read: row })).credentials).to.deep.equal({ token: 1 })
    expect([flaky.hasBroken(), network.refreshes, network.replays]).to.deep.equal([true, 1, 0])
    await flaky.close()
  })

  describe('at a network that hangs', () => {
    let asked = 0
    let letGo: () => void = () => {}

    beforeEach(() => {
      asked = 0
      const { promise, resolve } = Promise.withResolvers<void>()
      letGo = resolve
      network.port.refresh = async () => {
        asked++
        await promise
        throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      }
    })

    /** Refreshes of so many accounts, once all of them that may wait do. */
    async function hang(context: Context, accounts: AccountRow[], waiting: number): Promise<Promise<string>[]> {
      const codes = accounts.map((account) =>
        freshCredentials(context, { account, requestId }).then(
          () => 'refreshed',
          (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
        ),
      )
      while (asked < waiting) await sleep(5)
      return codes
    }

    const expired = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: inSeconds(-1) }),
        ),
      )

    it('holds no database connection while it waits', async () => {
      const { context } = harness
      const codes = await hang(context, await expired(40), 40)
      const { totalCount, idleCount, waitingCount } = context.pool
      expect([totalCount - idleCount, waitingCount]).to.deep.equal([0, 0])
      letGo()
      expect(new Set(await Promise.all(codes))).to.deep.equal(new Set(['provider_error']))
    })

    it('uses up no more than a share of a worker, and the rest is put off', async () => {
      const worker = await harness.another()
      worker.worker.name = 'pool'
      worker.config = { ...worker.config, worker: { ...worker.config.worker, concurrency: 16 } }
      const codes = await hang(worker, await expired(12), 4)
      const putOff: string[] = []
      for (const code of codes) void code.then((ended) => putOff.push(ended))
      while (putOff.length < 8) await sleep(5)
      expect(putOff).to.deep.equal(Array(8).fill('temporarily_unavailable'))
      expect(asked).to.equal(4)
      const { port } = new FakeConnect()
      worker.registry = withPorts({ x: { connect: port } }, worker.registry)
      const other = await harness.connect({ platform: 'x', credentials: { a: 1 }, expiresAt: inSeconds(-1) })
      expect((await freshCredentials(worker, { account: other, requestId })).credentials).to.deep.equal({ a: 1 })
      letGo()
      await Promise.all(codes)
    })

    it('is left alone for a while by what is refreshed ahead of need, not by who needs a token', async () => {
      const context = await harness.another()
      const [account] = await expired(1)
      if (!account) throw new Error('no account')
      letGo()
      await Promise.all(await hang(context, [account], 1))
      const before = asked
      await refreshAhead(context, account.id)
      expect(asked).to.equal(before)
      const { rows } = await context.pool.query(
        'select run_at > now() + $2 as later from graphile_worker.jobs where key = $1',
        [`token:${account.id}`, '20 seconds'],
      )
      expect(rows).to.deep.equal([{ later: true }])
      await Promise.all(await hang(context, [account], before + 1))
      expect(asked).to.equal(before + 1)
    })
  })

  async function spooled(account: { id: string }, token: number) {
    const row = await readCredential(harness.context.db, account.id)
    return {
      accountId: account.id,
      generation: row?.generation ?? 0,
      previousAt: row?.refreshedAt ?? null,
      ciphertext: encryptCredentials(harness.context.encryption, account.id, { token }),
      expiresAt: null,
      refreshedAt: new Date(),
    }
  }

  it('stores a spooled response, and only once', async () => {
    const account = await expiring()
    const { spoolDir } = harness.context.config
    const kept = await spooled(account, 5)
    await spool(harness.context.tokenSpool, kept)
    expect(await replayTokens(harness.context)).to.equal(1)
    expect(await stored(account)).to.deep.equal({ token: 5 })
    expect(await readdir(spoolDir)).to.deep.equal([])
    await spool(harness.context.tokenSpool, kept)
    expect(await replayTokens(harness.context)).to.equal(0)
  })

  it('stores a spooled response of tokens that the database has lost, unless later ones are stored', async () => {
    const account = await expiring()
    const { context } = harness
    const lost = { ...(await spooled(account, 6)), generation: 3, refreshedAt: new Date(Date.now() + 1_000) }
    const late = { ...(await spooled(account, 7)), generation: 9, refreshedAt: new Date(Date.now() - 1_000) }
    await spool(context.tokenSpool, late)
    expect(await replayTokens(context)).to.equal(0)
    await spool(context.tokenSpool, lost)
    expect(await replayTokens(context)).to.equal(1)
    expect(await stored(account)).to.deep.equal({ token: 6 })
    expect(await readCredential(context.db, account.id)).to.include({ generation: 4 })
  })

  describe('after a failover that lost the tokens of which a response was spooled', () => {
    /**
     * As if the user had authorized the account after the failover: the tokens are as new as those that were refreshed
     * according to their generation, but were stored later.
     */
    async function authorizedAgain(): Promise<AccountRow> {
      const account = await expiring()
      const { context } = harness
      const lost = await spooled(account, 5)
      await spool(context.tokenSpool, { ...lost, previousAt: inSeconds(-20), refreshedAt: inSeconds(-10) })
      return account
    }

    it('keeps a later authorization', async () => {
      const account = await authorizedAgain()
      expect(await replayTokens(harness.context)).to.equal(0)
      expect(await stored(account)).to.deep.equal({ token: 0 })
    })

    it('refreshes a later authorization', async () => {
      const account = await authorizedAgain()
      await leasedTo('somebody else', account, 60)
      expect((await freshCredentials(harness.context, { account, requestId })).credentials).to.deep.equal({ token: 1 })
      expect(await stored(account)).to.deep.equal({ token: 1 })
      await replayTokens(harness.context)
      expect(await stored(account)).to.deep.equal({ token: 1 })
    })

    it('stores a response that is later than what was stored meanwhile', async () => {
      const account = await expiring()
      const later = { ...(await spooled(account, 5)), previousAt: inSeconds(-20), refreshedAt: inSeconds(20) }
      await spool(harness.context.tokenSpool, later)
      expect(await replayTokens(harness.context)).to.equal(1)
      expect(await stored(account)).to.deep.equal({ token: 5 })
    })
  })

  it('stores a spooled response although the clock of its process was behind that of the process before', async () => {
    const account = await expiring()
    await spool(harness.context.tokenSpool, { ...(await spooled(account, 5)), refreshedAt: inSeconds(-60) })
    expect(await replayTokens(harness.context)).to.equal(1)
    expect(await stored(account)).to.deep.equal({ token: 5 })
  })

  describe('that an earlier refresh has spooled', () => {
    /** As if a process had received token 1, spooled it because the database was away, and died a while ago. */
    async function burnt(): Promise<AccountRow> {
      const account = await expiring()
      network.current = 1
      await spool(harness.context.tokenSpool, await spooled(account, 1))
      await leasedTo('somebody else', account, 60)
      return account
    }

    it('uses them instead of the refresh token that is used up', async () => {
      const account = await burnt()
      const { credentials } = await freshCredentials(harness.context, { account, requestId })
      expect([credentials, network.replays]).to.deep.equal([{ token: 1 }, 0])
      expect(await stored(account)).to.deep.equal({ token: 1 })
      expect((await findAccountForWorker(harness.context.db, account.id))?.status).to.equal('connected')
    })

    it('uses them although the database could not say that it has given the lease', async () => {
      const account = await burnt()
      const flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
      const cut = await harness.another(harness.overrides, { databaseUrl: flaky.url })
      const read = await readCredential(cut.db, account.id)
      flaky.breakAtMessage(1, 'before-response')
      const { credentials } = await freshCredentials(cut, { account, requestId, read })
      expect([flaky.hasBroken(), credentials, network.replays]).to.deep.equal([true, { token: 1 }, 0])
      await flaky.close()
    })

    it('sends nothing while it cannot be known whether there are any', async () => {
      const account = await burnt()
      const { tokenSpool } = harness.context
      const read = async () => {
        throw new Error('the bucket is away')
      }
      const unread = { ...harness.context, tokenSpool: { ...tokenSpool, read } }
      const seen = (await readCredential(harness.context.db, account.id))?.generation ?? 0
      const failure = await rejection(refreshCredentials(unread, { account, requestId, seen }))
      expect([failure.code, network.replays]).to.deep.equal(['temporarily_unavailable', 0])
      await leasedTo('the same', account, 60)
      expect((await freshCredentials(harness.context, { account, requestId })).credentials).to.deep.equal({ token: 1 })
    })

    it('refreshes when what was spooled cannot be used', async () => {
      const account = await expiring()
      const { tokenSpool } = harness.context
      await leasedTo('somebody else', account, 60)
      const broken = { ...tokenSpool, read: async () => Buffer.from('{"account_id":"0') }
      const { credentials } = await freshCredentials({ ...harness.context, tokenSpool: broken }, { account, requestId })
      expect(credentials).to.deep.equal({ token: 1 })
    })

    it('finds them after the database failed for so long that their process gave up', async () => {
      const account = await expiring()
      const { pool, tokenSpool } = harness.context
      await pool.query(`
        create function no_tokens() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
        create trigger no_tokens before update of sealed on credential for each row execute function no_tokens()`)
      const { now } = Date
      async function put(name: string, bytes: Uint8Array): Promise<void> {
        await tokenSpool.put(name, bytes)
        Date.now = () => now() + 60_000
      }
      try {
        const hurried = { ...harness.context, tokenSpool: { ...tokenSpool, put } }
        await refreshCredentials(hurried, { account, requestId, seen: 1 }).catch(() => {})
      } finally {
        Date.now = now
        await pool.query('drop function no_tokens cascade')
      }
      await leasedTo('the same', account, 60)
      expect((await freshCredentials(harness.context, { account, requestId })).credentials).to.deep.equal({ token: 1 })
      expect([network.refreshes, network.replays]).to.deep.equal([1, 0])
    })
  })

  it('stores spooled responses beside a file that is broken', async () => {
    const account = await expiring()
    const { spoolDir } = harness.context.config
    const broken = '00000000-0000-0000-0000-000000000000.1.json'
    await mkdir(spoolDir, { recursive: true })
    await writeFile(join(spoolDir, broken), '{"account_id":"0')
    await spool(harness.context.tokenSpool, await spooled(account, 6))
    expect(await replayTokens(harness.context)).to.equal(1)
    expect(await stored(account)).to.deep.equal({ token: 6 })
    await rm(join(spoolDir, broken))
  })

  it('spools a refreshed token while the database does not respond, until it is stored', async () => {
    const account = await expiring()
    const { pool, config, tokenSpool } = harness.context
    const spooledNow = async () => (await tokenSpool.list()).filter((name) => name.startsWith(account.id))
    const locking = await pool.connect()
    await locking.query('begin')
    await locking.query('select from credential where account_id = $1 for update', [account.id])
    const keeping = keepRefreshed(harness.context, await spooled(account, 8))
    try {
      while ((await spooledNow()).length === 0) await sleep(20)
      expect(await spooledNow(), config.spoolDir).to.have.length(1)
    } finally {
      await locking.query('rollback')
      locking.release()
      await keeping
    }
    expect(await stored(account)).to.deep.equal({ token: 8 })
    expect(await spooledNow()).to.deep.equal([])
  })

  it('stores a refreshed token once the database responds, although the spool is full', async () => {
    const account = await expiring()
    const kept = await spooled(account, 7)
    const flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    const cut = await harness.another(harness.overrides, { databaseUrl: flaky.url })
    flaky.goDown()
    const full = async () => {
      flaky.comeUp()
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await keepRefreshed({ ...cut, tokenSpool: { ...cut.tokenSpool, put: full } }, kept)
    await flaky.close()
    expect(await stored(account)).to.deep.equal({ token: 7 })
  })

  it('queues a refresh ahead of need, as early as the network wants', async () => {
    const { context } = harness
    const later = await harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: inSeconds(3600) })
    const soon = await harness.connect({ platform: 'bluesky', credentials: { token: 0 }, expiresAt: inSeconds(600) })
    const inDays = (days: number) => ({ expiresAt: inSeconds(days * 24 * 3600) })
    const days = await harness.connect({ platform: 'instagram', ...inDays(9) })
    // Facebook can move the end of the access, of which users are warned 14 days before.
    const moved = await harness.connect({ platform: 'facebook', ...inDays(14.5) })
    const rested = await harness.connect({ platform: 'facebook', ...inDays(14.5) })
    const hoursAgo = (hours: number, ids: string[]) =>
      context.pool.query(
        'update credential set refreshed_at = now() - make_interval(hours => $1) where account_id = any($2)',
        [hours, ids],
      )
    await hoursAgo(25, [later.id, soon.id, days.id, moved.id])
    await hoursAgo(23, [rested.id])
    await queueRefreshes(context)
    const { rows } = await context.pool.query('select key from graphile_worker.jobs')
    const keys = rows.map(({ key }) => key)
    expect(keys).to.include.members([soon, days, moved].map(({ id }) => `token:${id}`))
    for (const { id } of [later, rested]) expect(keys).to.not.include(`token:${id}`)
    for (const { id } of [later, soon]) await refreshAhead(context, id)
    expect([await stored(later), await stored(soon)]).to.deep.equal([{ token: 0 }, { token: 1 }])
  })

  it('refreshes a token ahead of need while a write waits, but not while it is carried out', async () => {
    const { context } = harness
    const account = await expiring()
    const settling = { seconds: 5, maxProbes: 2, probeIntervalSeconds: 5 }
    const kind = replyKind({ settling, send: async () => 'id', find: async () => ({ kind: 'absent' }) })
    const write = await newWrite(context, { kind, account, grant: null, requestId, payload: {} })
    await insertExternalWrite(context.db, { ...write, wakeAt: inSeconds(7200) })
    const run = (since: string) =>
      context.pool.query(`update external_write set running_since = ${since} where id = $1`, [write.id])
    await run('now()')
    await refreshAhead(context, account.id)
    expect(await stored(account)).to.deep.equal({ token: 0 })
    await run('null')
    await refreshAhead(context, account.id)
    expect(await stored(account)).to.deep.equal({ token: 1 })
  })

  it('queues the refresh of a token that ended long ago once an hour', async () => {
    let at = Date.now()
    const context = await harness.another({ ...harness.overrides, now: () => new Date(at) })
    const connect = (hours: number) => harness.connect({ platform: 'bluesky', expiresAt: inSeconds(-hours * 3600) })
    const [recent, old] = [await connect(1), await connect(48)]
    const queued = async () => {
      await context.pool.query('delete from graphile_worker._private_jobs')
      await queueRefreshes(context)
      const { rows } = await context.pool.query('select key from graphile_worker.jobs')
      return [recent, old].map(({ id }) => rows.some(({ key }) => key === `token:${id}`))
    }
    const runs: boolean[][] = []
    for (const minutes of [0, 5, 50, 5, 5]) {
      at += minutes * 60_000
      runs.push(await queued())
    }
    expect(runs).to.deep.equal([
      [true, true],
      [true, false],
      [true, false],
      [true, true],
      [true, false],
    ])
  })

  it('counts the accounts whose access ends soon and that only their users can renew', async () => {
    const { context } = harness
    const inDays = (days: number) => inSeconds(days * 24 * 3600)
    await harness.connect({ platform: 'facebook', expiresAt: inDays(13) })
    await harness.connect({ platform: 'facebook', expiresAt: inDays(15) })
    await harness.connect({ platform: 'bluesky', expiresAt: inDays(1) })
    expect(await readEndingAccess(context)).to.deep.equal([
      { platform: 'instagram', count: 0 },
      { platform: 'facebook', count: 1 },
      { platform: 'whatsapp', count: 0 },
    ])
  })

  it('encrypts every credential again with the newest key', async () => {
    const account = await harness.connect({ platform: 'bluesky', credentials: { token: 3 } })
    const [oldKey] = harness.context.config.encryptionKeys
    if (!oldKey) throw new Error('no key')
    const config = harness.context.config
    config.encryptionKeys = [{ id: 2, key: Buffer.alloc(32, 7) }, oldKey]
    const rotated = await harness.another({})
    expect((await rotateKeys(rotated)).encrypted).to.be.at.least(1)
    config.encryptionKeys = [{ id: 2, key: Buffer.alloc(32, 7) }]
    const later = await harness.another({})
    const row = await readCredential(later.db, account.id)
    if (!row) throw new Error('no credentials')
    expect(decryptCredentials(later.encryption, row)).to.deep.equal({ token: 3 })
    expect(() => decryptCredentials(harness.context.encryption, row)).to.throw('No encryption key')
    config.encryptionKeys = [oldKey]
  })

  it('rejects a ciphertext that was moved or changed', async () => {
    const { encryption } = harness.context
    const ciphertext = encryptCredentials(encryption, randomUUIDv7(), { token: 1 })
    expect(() => decryptCredentials(encryption, { accountId: randomUUIDv7(), ciphertext })).to.throw()
    for (let at = 0; at < ciphertext.length; at++) {
      const changed = Buffer.from(ciphertext)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptCredentials(encryption, { accountId: randomUUIDv7(), ciphertext: changed })).to.throw()
    }
  })
})
