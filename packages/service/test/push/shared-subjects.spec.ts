import { setTimeout as sleep } from 'node:timers/promises'
import { type AccountRow, findAccountForWorker } from '@carillon/database'
import { type JsonObject, type PushPort, type Registry, registry } from '@carillon/providers'
import { expect } from 'chai'
import { appCall } from '../../src/network-calls/app-call.ts'
import { endSubscription } from '../../src/push/end-subscription.ts'
import { subscribeAccount, subscribeConnected } from '../../src/push/subscribe-account.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const signal = new AbortController().signal
const subject = 'app/page/1'

/** A Page of which the network replaces all fields at once, so that they are read first, as Meta does. */
class Page {
  fields: string[] = []
  /** Calls that are in flight. */
  open = 0
  #isReleased = false
  readonly port: PushPort = {
    subscription: (_call, { credentials }) => {
      const { fields } = credentials as unknown as { fields: string[] }
      return { subject, fields }
    },
    scopesOfEvents: () => ({ comments: [], messages: [] }),
    subscribe: async (_call, { fields }) => {
      const before = this.fields
      await this.#wait()
      this.fields = [...new Set([...before, ...fields])]
    },
    unsubscribe: async () => {
      await this.#wait()
      this.fields = []
    },
  }

  /** Lets calls end; before that, each waits for it, or for another one that begins. */
  release(): void {
    this.#isReleased = true
  }

  async #wait(): Promise<void> {
    this.open++
    while (!this.#isReleased && this.open < 2) await sleep(1)
    this.#isReleased = true
    this.open--
  }
}

describe('subscriptions of accounts that share one at the network', () => {
  let harness: Harness
  let page: Page
  let accounts: [AccountRow, AccountRow]

  beforeEach(async () => {
    page = new Page()
    const shared: Registry = {
      async adapter(platform) {
        const adapter = await registry.adapter(platform)
        const replaced = { push: page.port, credentials: { parse: (stored: JsonObject) => stored } }
        return { ...adapter, ...replaced } as typeof adapter
      },
    }
    harness = await startHarness({ registry: shared }, { FACEBOOK_VERIFY_TOKEN: 't', FACEBOOK_CLIENT_SECRET: 's' })
    const connect = (field: string) => harness.connect({ platform: 'facebook', credentials: { fields: [field] } })
    accounts = [await connect('feed'), await connect('messages')]
  })
  afterEach(() => harness.close())

  const subscribe = ({ id }: AccountRow, context = harness.context) =>
    subscribeConnected(context, { accountIds: [id], platform: 'facebook', requestId: 'r' })
  const queued = async () => {
    const text = `select key from graphile_worker.jobs where task_identifier = 'push.subscribe'`
    return (await harness.context.pool.query(text)).rows.map(({ key }: { key: string }) => key)
  }

  it('have the fields of both if both are made at the same moment by two processes', async () => {
    const [first, second] = accounts
    const another = await harness.another()
    const making = subscribe(first)
    while (page.open === 0) await sleep(1)
    await subscribe(second, another)
    page.release()
    await making
    expect([page.fields, await queued()]).to.deep.equal([['feed'], [`push:${second.id}`]])
    await subscribeAccount(another, second.id, signal)
    expect(page.fields).to.have.members(['feed', 'messages'])
  })

  it('do not end while one of them is made', async () => {
    const [first, second] = accounts
    const { context } = harness
    await context.pool.query('delete from account where id = $1', [first.id])
    const call = appCall(context, 'facebook', { requestId: 'r', signal })
    const ended = { account: first, credentials: {}, subject }
    const making = subscribe(second)
    while (page.open === 0) await sleep(1)
    expect((await rejection(endSubscription(context, call, ended))).code).to.equal('temporarily_unavailable')
    page.release()
    await making
    await endSubscription(context, call, ended)
    expect(page.fields).to.deep.equal(['messages'])
    expect(await findAccountForWorker(context.db, second.id)).to.include({ id: second.id })
  })

  it('can be made again at once after a failure, and a minute after the process that made one has died', async () => {
    const [first, second] = accounts
    const { subscribe: works } = page.port
    page.port.subscribe = async () => {
      throw new Error('no response')
    }
    page.release()
    await subscribe(first)
    page.port.subscribe = works
    await subscribe(second)
    expect(page.fields).to.deep.equal(['messages'])
    const { pool } = harness.context
    const taken = (ago: number) =>
      pool.query(
        `insert into rate (name, key, taken_at) values ('push.subject', $1, array[now() - make_interval(secs => $2)])
         on conflict (name, key) do update set taken_at = excluded.taken_at`,
        [subject, ago],
      )
    await taken(30)
    await subscribe(first)
    expect(page.fields).to.deep.equal(['messages'])
    await taken(61)
    await subscribe(first)
    expect(page.fields).to.have.members(['feed', 'messages'])
  })
})
