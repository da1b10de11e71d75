import { newOrder, type Order, place } from '../client.ts'
import type { Cluster, Json } from '../cluster.ts'
import { openThreads, placeReply, type Reply, withReplies } from '../journaled/replies.ts'
import { channels, openChats, placeSend, type Send } from '../journaled/sends.ts'
import type { FailingNetwork } from '../network-faults.ts'
import type { NetworkRow } from '../networks.ts'
import { pick } from '../random.ts'
import { connectAll, plannedOrders } from '../storm.ts'

/** What customers do in the run, by the way in which it is judged. */
export interface StormTasks {
  orders: Order[]
  replies: Reply[]
  sends: Send[]
  /** Everything, in the order in which it is done. */
  all: (() => Promise<void>)[]
}

/** The operations of each network that fail, of all three kinds of writes together. */
export function failingNetworks(networks: readonly NetworkRow[]): FailingNetwork[] {
  const rows = [...networks, ...withReplies(networks), ...channels]
  const byPlatform = Map.groupBy(rows, ({ platform }) => platform)
  return [...byPlatform].map(([platform, same]) => ({
    platform,
    commits: [...new Set(same.flatMap(({ commits }) => commits))],
    others: [...new Set(same.flatMap(({ others }) => others))],
  }))
}

/** Lets Facebook and Instagram push what happens there. */
async function startPush(cluster: Cluster): Promise<void> {
  for (const network of ['facebook', 'instagram']) {
    const webhookUrl = `${cluster.env['PUBLIC_URL']}/webhooks/${network}`
    const { status, body } = await cluster.sandbox('POST', '/app', { network, webhookUrl })
    if (status !== 200) throw new Error(`push of ${network}: ${JSON.stringify(body)}`)
  }
}

/** Connects accounts, and plans as many publishes as replies and messages, mixed. */
export async function planTasks(
  cluster: Cluster,
  { count, networks, random }: { count: number; networks: readonly NetworkRow[]; random: () => number },
): Promise<StormTasks> {
  await startPush(cluster)
  const each = Math.ceil(count / 3)
  const accounts = await connectAll(cluster, networks)
  const orders = plannedOrders({ publishes: each, networks }, accounts, random)
  const threads = await openThreads(cluster, withReplies(networks))
  const replies = Array.from({ length: each }, (_, index): Reply => {
    const thread = pick(random, threads)
    const variant = { name: 'reply', body: () => ({}) }
    const { network, accountId } = thread
    return {
      order: newOrder({ mark: `no${1_000_000 + index}z`, network, variant, accountId }),
      ...{ thread, ids: [], responses: [] },
    }
  })
  const chats = await openChats(cluster)
  const sends = Array.from(
    { length: each },
    (_, index): Send => ({
      mark: `no${2_000_000 + index}z`,
      chat: pick(random, chats),
      ...{ requestIds: [], sent: null, responses: [] },
    }),
  )
  const all = Array.from({ length: each }, (_, at) => [
    ...orders.slice(at, at + 1).map((order) => () => place(cluster, order)),
    ...replies.slice(at, at + 1).map((reply) => () => placeReply(cluster, reply)),
    ...sends.slice(at, at + 1).map((send) => async () => {
      send.sent = await placeSend(cluster, send)
    }),
  ]).flat()
  return { orders, replies, sends, all }
}

/** What the networks hold of the run, with the mark in its text. */
export async function readHeldObjects(cluster: Cluster): Promise<{ kind: Held; id: string; mark: string }[]> {
  const held: { kind: Held; id: string; mark: string }[] = []
  for (const platform of ['bluesky', 'facebook', 'instagram', 'tiktok', 'whatsapp', 'x', 'youtube']) {
    const { status, body } = await cluster.sandbox('GET', `/state/${platform}`)
    if (status !== 200) continue
    for (const [list, kind] of Object.entries(kinds)) {
      for (const { id, text } of (body[list] ?? []) as Json[]) {
        const mark = /\bno[0-9]+z\b/.exec(text ?? '')?.[0]
        // X lists the posts of a thread as comments, too.
        if (mark && !held.some((one) => one.id === id)) held.push({ kind, id, mark })
      }
    }
  }
  return held
}

const kinds = { posts: 'publish', comments: 'comment.create', messages: 'message.send' } as const
type Held = (typeof kinds)[keyof typeof kinds]
