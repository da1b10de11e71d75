import { setTimeout as sleep } from 'node:timers/promises'
import { type Creation, createCampaign, startAdvertiser } from '../campaigns/run-campaigns.ts'
import { newOrder, type Order, place } from '../client.ts'
import type { Cluster } from '../cluster.ts'
import { bodyOf, deliver } from '../delivery.ts'
import { openThreads, placeReply, type Reply, withReplies } from '../journaled/replies.ts'
import { openChats, placeSend, type Send } from '../journaled/sends.ts'
import { type NetworkRow, networksNamed } from '../networks.ts'
import { pick } from '../random.ts'

/** What customers asked for during one stall, and what they were told. */
export interface Asked {
  orders: Order[]
  replies: Reply[]
  sends: Send[]
  creations: Creation[]
  /** The ids of messages whose webhooks were responded to with 200. */
  webhooks: string[]
}

export interface Traffic {
  /** Asks for something every so many ms until it is stopped, of each kind in turn. */
  start(everyMs: number): { asked: Asked; stop(): Promise<void> }
  /** The account that webhooks are about. */
  numberAccountId: string
}

interface Tools {
  cluster: Cluster
  networks: readonly NetworkRow[]
  random(): number
}

/** Publishes to users who may still publish today; there are some as long as Facebook is among the networks. */
async function publishing({ cluster, networks, random }: Tools) {
  const accounts: { network: NetworkRow; accountId: string; left: number }[] = []
  for (const network of networks) {
    for (const user of network.users) {
      accounts.push({ network, accountId: await cluster.connect(network, user), left: network.maxPerUser })
    }
  }
  return (mark: string): Order => {
    const account = pick(
      random,
      accounts.filter(({ left }) => left > 0),
    )
    account.left--
    return newOrder({ ...account, mark, variant: pick(random, account.network.variants.slice(0, 2)) })
  }
}

async function replying({ cluster, networks, random }: Tools) {
  const threads = await openThreads(cluster, withReplies(networks))
  return (mark: string): Reply => {
    const thread = pick(random, threads)
    const variant = { name: 'reply', body: () => ({}) }
    const order = newOrder({ mark, network: thread.network, variant, accountId: thread.accountId })
    return { order, thread, ids: [], responses: [] }
  }
}

/** Connects every account that customers use. */
export async function prepareTraffic(tools: Tools): Promise<Traffic> {
  const { cluster, random } = tools
  const nextOrder = await publishing(tools)
  const nextReply = await replying(tools)
  const chats = await openChats(cluster)
  const [facebook] = networksNamed(['facebook'])
  if (!facebook) throw new Error('there is no network with ads')
  const advertiser = await startAdvertiser(cluster, facebook)
  const number = chats.find(({ platform }) => platform === 'whatsapp')
  if (!number) throw new Error('there is no network with numbers')
  const { rows } = await cluster.pool.query('select provider_id from account where id = $1', [number.accountId])
  const secret = String(cluster.env['WHATSAPP_CLIENT_SECRET'])
  const url = `${cluster.env['PUBLIC_URL']}/webhooks/whatsapp`
  let count = 0

  const ask: ((asked: Asked, mark: string) => Promise<void>)[] = [
    async ({ orders }, mark) => place(cluster, kept(orders, nextOrder(mark))),
    async ({ webhooks }, mark) => {
      const id = `wamid.${mark}`
      await deliver(url, secret, { body: bodyOf(rows[0].provider_id, id), responses: {} })
      webhooks.push(id)
    },
    async ({ orders }, mark) => place(cluster, kept(orders, nextOrder(mark))),
    async ({ replies }, mark) => placeReply(cluster, kept(replies, nextReply(mark))),
    async ({ sends }, mark) => {
      const send = kept(sends, { mark, chat: pick(random, chats), requestIds: [], sent: null, responses: [] })
      send.sent = await placeSend(cluster, send)
    },
    async ({ creations }, mark) => {
      const adAccountId = pick(random, advertiser.adAccountIds)
      await createCampaign(
        cluster,
        advertiser,
        kept(creations, { mark, adAccountId, posts: 1, response: 'not sent', campaignId: null }),
      )
    },
  ]

  return {
    numberAccountId: number.accountId,
    start(everyMs) {
      const asked: Asked = { orders: [], replies: [], sends: [], creations: [], webhooks: [] }
      const stopping = new AbortController()
      const open = new Set<Promise<void>>()
      const asking = (async () => {
        while (!stopping.signal.aborted) {
          const next = ask[count % ask.length]
          const one = next?.(asked, `no${count++}z`) ?? Promise.resolve()
          open.add(one)
          one.then(() => open.delete(one), stopping.abort.bind(stopping))
          await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
        }
      })()
      return {
        asked,
        async stop() {
          stopping.abort()
          await asking
          await Promise.all(open)
        },
      }
    },
  }
}

function kept<T>(list: T[], one: T): T {
  list.push(one)
  return one
}
