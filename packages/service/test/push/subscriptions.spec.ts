import { listUnsubscribed, readPushSubscription, transaction } from '@carillon/database'
import {
  type AppCall,
  type JsonObject,
  ProviderError,
  type PushPort,
  type Registry,
  registry,
} from '@carillon/providers'
import { expect } from 'chai'
import { queueRevocations, revokeGrant } from '../../src/accounts/grant-revocation.ts'
import { queueSubscriptions } from '../../src/push/queue-subscriptions.ts'
import { queueSubscription, subscribeAccount, subscribeConnected } from '../../src/push/subscribe-account.ts'
import { receiveWebhook, verifyWebhook } from '../../src/webhooks/receive.ts'
import { type Harness, startHarness } from '../harness.ts'

const never = new AbortController().signal

/** A network that takes subscriptions, and records them. */
class FakePush {
  calls: string[] = []
  failures: unknown[] = []
  fields = ['feed', 'messages']
  readonly port: PushPort = {
    subscription: (_call, { providerId }) => ({ subject: `app/page/${providerId}`, fields: this.fields }),
    scopesOfEvents: () => ({ comments: [], messages: [] }),
    subscribe: async (_call, { subject, fields }) => this.#call(`subscribe ${subject} ${fields.join()}`),
    unsubscribe: async (_call: AppCall, { providerId }) => this.#call(`unsubscribe ${providerId}`),
  }

  #call(call: string): void {
    this.calls.push(call)
    const failure = this.failures.shift()
    if (failure !== undefined) throw failure
  }
}

function registryWith(push: FakePush): Registry {
  return {
    async adapter(platform) {
      const adapter = await registry.adapter(platform)
      const replaced = { push: push.port, credentials: { parse: (stored: JsonObject) => stored } }
      return platform === 'facebook' ? { ...adapter, ...replaced } : adapter
    },
  }
}

describe('subscriptions to what networks push', () => {
  let harness: Harness
  let push: FakePush
  let clockMs: number

  const env = { FACEBOOK_VERIFY_TOKEN: 't', FACEBOOK_CLIENT_SECRET: 's' }

  before(async () => {
    push = new FakePush()
    clockMs = 0
    harness = await startHarness({ registry: registryWith(push), now: () => new Date(Date.now() + clockMs) }, env)
  })
  after(() => harness.close())
  beforeEach(async () => {
    push.calls = []
    push.failures = []
    push.fields = ['feed', 'messages']
    clockMs = 0
    for (const table of ['account', 'graphile_worker._private_jobs']) {
      await harness.context.pool.query(`delete from ${table}`)
    }
  })

  const connect = () => harness.connect({ platform: 'facebook', credentials: { token: 't' } })

  async function jobs(): Promise<string[]> {
    const { rows } = await harness.context.pool.query(
      `select task_identifier as name from graphile_worker.jobs where task_identifier <> 'webhook.normalize' order by 1`,
    )
    return rows.map(({ name }: { name: string }) => name)
  }

  const subscribeNow = (accountIds: string[]) =>
    subscribeConnected(harness.context, { accountIds, platform: 'facebook', requestId: 'r' })

  it('are made when an account is connected, and not again by the job that follows', async () => {
    const account = await connect()
    await transaction(harness.context.db, (tx) => queueSubscription(harness.context, tx, account))
    await subscribeNow([account.id])
    expect(push.calls).to.deep.equal([`subscribe app/page/${account.providerId} feed,messages`])
    expect(await jobs()).to.deep.equal(['push.subscribe'])
    await subscribeAccount(harness.context, account.id, never)
    expect(push.calls).to.have.length(1)
  })

  it('are made again at once when the account is connected again, as its user may have ended them', async () => {
    const account = await connect()
    await subscribeNow([account.id])
    clockMs += 60_000
    await harness.context.pool.query('update account set updated_at = $1', [harness.context.now()])
    await subscribeNow([account.id])
    await subscribeAccount(harness.context, account.id, never)
    expect(push.calls).to.have.length(2)
  })

  it('stay if the account is disconnected meanwhile, and another account shares them', async () => {
    const account = await connect()
    const whileSubscribing = async (work: () => Promise<unknown>) => {
      const { subscribe } = push.port
      push.port.subscribe = async (...call) => {
        await subscribe(...call)
        await work()
      }
      await subscribeNow([account.id])
      push.port.subscribe = subscribe
    }
    const other = await connect()
    await subscribeNow([other.id])
    const remove = `delete from account where id = '${account.id}'`
    const share = `update push_subscription set subject = $1`
    await whileSubscribing(async () => {
      await harness.context.pool.query(share, [`app/page/${account.providerId}`])
      await harness.context.pool.query(remove)
    })
    expect(push.calls.filter((call) => call.startsWith('unsubscribe'))).to.deep.equal([])
  })

  it('end again if the account is disconnected meanwhile', async () => {
    const account = await connect()
    const { subscribe } = push.port
    push.port.subscribe = async (...call) => {
      await subscribe(...call)
      await harness.context.pool.query('delete from account')
    }
    await subscribeNow([account.id])
    push.port.subscribe = subscribe
    expect(push.calls.at(-1)).to.equal(`unsubscribe ${account.providerId}`)
  })

  it('that fail neither fail the connection nor are forgotten', async () => {
    const account = await connect()
    push.failures = [new ProviderError('provider_error', undefined, 'indeterminate'), new Error('again')]
    await subscribeNow([account.id])
    expect(await readPushSubscription(harness.context.db, account.id)).to.equal(undefined)
    const failure = await subscribeAccount(harness.context, account.id, never).then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect(failure).to.equal('again')
    await queueSubscriptions(harness.context)
    expect(await jobs()).to.deep.equal(['push.subscribe'])
    await subscribeAccount(harness.context, account.id, never)
    expect((await readPushSubscription(harness.context.db, account.id))?.fields).to.deep.equal(['feed', 'messages'])
  })

  it('are renewed after a week, and made for accounts that were connected before', async () => {
    const [old, renewed] = [await connect(), await connect()]
    await subscribeNow([renewed.id])
    await queueSubscriptions(harness.context)
    expect(await jobs()).to.deep.equal(['push.subscribe'])
    await subscribeAccount(harness.context, old.id, never)
    await harness.context.pool.query('delete from graphile_worker._private_jobs')
    await queueSubscriptions(harness.context)
    expect(await jobs()).to.deep.equal([])
    await harness.context.pool.query(`update push_subscription set subscribed_at = now() - interval '8 days'`)
    await queueSubscriptions(harness.context)
    expect(await jobs()).to.deep.equal(['push.subscribe', 'push.subscribe'])
  })

  it('are made for every account in the end, although those of others fail each time', async () => {
    const accounts = [await connect(), await connect()]
    const due = { platforms: ['facebook' as const], before: harness.context.now(), max: 1 }
    const found = new Set<string>()
    for (let run = 0; run < 40; run++) {
      for (const { id } of await listUnsubscribed(harness.context.db, due)) found.add(id)
    }
    expect([...found]).to.have.members(accounts.map(({ id }) => id))
  })

  it('are not made where permissions allow nothing, until they change', async () => {
    const account = await connect()
    push.fields = []
    await subscribeNow([account.id])
    expect(push.calls).to.deep.equal([])
    await queueSubscriptions(harness.context)
    expect(await jobs()).to.deep.equal([])
    push.fields = ['feed']
    await subscribeNow([account.id])
    expect(push.calls).to.have.length(1)
  })

  it('are not made without a verify token, or with PUSH=off', async () => {
    const account = await connect()
    for (const changed of [{ push: false }, { networks: { ...harness.context.config.networks } }]) {
      const context = await harness.another(undefined, changed)
      if ('networks' in changed) {
        const { facebook, ...others } = changed.networks
        context.config.networks = { ...others, facebook: { ...facebook, secrets: {} } }
      }
      await subscribeConnected(context, { accountIds: [account.id], platform: 'facebook', requestId: 'r' })
      await subscribeAccount(context, account.id, never)
      await queueSubscriptions(context)
      await transaction(context.db, (tx) => queueSubscription(context, tx, account))
    }
    expect([push.calls, await jobs()]).to.deep.equal([[], []])
  })

  describe('end', () => {
    async function disconnect(id: string): Promise<void> {
      const { context } = harness
      const { rows } = await context.pool.query('select * from account where id = $1', [id])
      const { platform, provider_id: providerId, owner_id: ownerId, organization_id: organizationId } = rows[0]
      await transaction(context.db, async (tx) => {
        const account = { id, platform, providerId, ownerId, organizationId } as never
        await queueRevocations(context, tx, { accounts: [account], requestId: 'r' })
      })
      await context.pool.query('delete from account where id = $1', [id])
    }

    async function revoke(): Promise<void> {
      const { rows } = await harness.context.pool.query(
        `select jobs.payload->>'grant' as payload from graphile_worker._private_jobs as jobs
         join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where tasks.identifier = 'grant.revoke'`,
      )
      for (const { payload } of rows) await revokeGrant(harness.context, payload, never)
    }

    it('with the account', async () => {
      const account = await connect()
      await subscribeNow([account.id])
      await disconnect(account.id)
      await revoke()
      expect(push.calls.at(-1)).to.equal(`unsubscribe ${account.providerId}`)
    })

    it('with the account, although its user has another one', async () => {
      const [account] = [await connect(), await connect()]
      await harness.context.pool.query(`update account set owner_id = 'user'`)
      await subscribeNow([account.id])
      await disconnect(account.id)
      await revoke()
      expect(push.calls.at(-1)).to.equal(`unsubscribe ${account.providerId}`)
    })

    it('not while another account shares them', async () => {
      const [account, other] = [await connect(), await connect()]
      await subscribeNow([account.id, other.id])
      await harness.context.pool.query(`update push_subscription set subject = 'app/page/1'`)
      await disconnect(account.id)
      await revoke()
      expect(push.calls.filter((call) => call.startsWith('unsubscribe'))).to.deep.equal([])
    })

    it('although another account shares them, if that has expired', async () => {
      const [account, expired] = [await connect(), await connect()]
      await subscribeNow([account.id, expired.id])
      await harness.context.pool.query(`update push_subscription set subject = 'app/page/1'`)
      await harness.context.pool.query(`update account set status = 'expired' where id = $1`, [expired.id])
      await disconnect(account.id)
      await revoke()
      expect(push.calls.at(-1)).to.equal(`unsubscribe ${account.providerId}`)
    })

    it('when the permissions of the account no longer allow any event', async () => {
      const account = await connect()
      await subscribeNow([account.id])
      push.fields = []
      push.failures = [new ProviderError('provider_error', undefined, 'indeterminate')]
      await subscribeNow([account.id])
      await subscribeNow([account.id])
      await subscribeNow([account.id])
      expect(push.calls.slice(1)).to.deep.equal(Array(2).fill(`unsubscribe ${account.providerId}`))
      expect((await readPushSubscription(harness.context.db, account.id))?.subject).to.equal('')
    })

    it('when the permissions no longer allow any event, but not while another account shares them', async () => {
      const [account, other] = [await connect(), await connect()]
      await subscribeNow([account.id, other.id])
      await harness.context.pool.query(`update push_subscription set subject = $1`, [`app/page/${account.providerId}`])
      push.fields = []
      await subscribeNow([account.id])
      expect(push.calls.filter((call) => call.startsWith('unsubscribe'))).to.deep.equal([])
      expect((await readPushSubscription(harness.context.db, account.id))?.subject).to.equal('')
    })

    it('not where there were none, and for good when the token is rejected', async () => {
      await disconnect((await connect()).id)
      expect(await jobs()).to.deep.equal([])
      const account = await connect()
      await subscribeNow([account.id])
      await disconnect(account.id)
      push.failures = [new ProviderError('connection_expired', undefined, 'rejected')]
      await revoke()
      expect(push.calls.at(-1)).to.equal(`unsubscribe ${account.providerId}`)
    })
  })

  it('with PUSH=off, what is still posted is acknowledged and not stored', async () => {
    const context = await harness.another(undefined, { push: false })
    const body = Buffer.from('{"object":"page","entry":[]}')
    const { createHmac } = await import('node:crypto')
    const signature = `sha256=${createHmac('sha256', 's').update(body).digest('hex')}`
    const headers = { 'x-hub-signature-256': signature }
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '7', 'hub.verify_token': 't' }
    expect(await verifyWebhook(context, { platform: 'facebook', query })).to.equal('7')
    const stored = async () => (await context.pool.query('select from webhook_event')).rows.length
    await receiveWebhook(context, { platform: 'facebook', headers, body })
    expect(await stored()).to.equal(0)
    await receiveWebhook(harness.context, { platform: 'facebook', headers, body })
    expect(await stored()).to.equal(1)
  })
})
