import { setTimeout as sleep } from 'node:timers/promises'
import { settle } from '../calm.ts'
import { type Answer, type Cluster, type Json, startCluster } from '../cluster.ts'
import { type Deeds, type Plan, rage } from '../nemesis.ts'
import { type FailingNetwork, playedFaults, startFaults } from '../network-faults.ts'
import { networksNamed } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import { judgeSends, type SendVerdict } from './send-check.ts'

/** What the sandbox's journal calls the operations of a send. */
const calls = { commits: ['messages.send'], others: ['conversations.list', 'conversations.get'] }

/** Networks on which messages are sent, with the people who connect their accounts. */
const channels: readonly (FailingNetwork & { people: readonly string[] })[] = [
  { platform: 'instagram', ...calls, people: ['lindqvist.bakery', 'ferrer.outdoor', 'mika.creates'] },
  { platform: 'facebook', ...calls, people: ['nora.lindqvist', 'jun.sato'] },
  { platform: 'whatsapp', ...calls, others: [], people: ['lindqvist.bakery', 'ferrer.outdoor', 'sato.ceramics'] },
]

/** An account and somebody who may be written to from it. */
interface Chat {
  platform: string
  accountId: string
  recipient: string
}

/** One message that a customer wants sent once. */
export interface Send {
  mark: string
  chat: Chat
  /** Request ids under which it was sent; more than one only where the response said that nothing was sent. */
  requestIds: string[]
  /** What a 201 response named. */
  sent: { id: string; providerId: string } | null
  /** What the customer was told, in order: 201, `unknown`, a code, or nothing at all. */
  told: string[]
}

export interface SendOptions {
  seed: number
  sends: number
  plan: Plan
  gateways: number
  workers: number
  customers: number
  networkFaults: number
  longestCalmMs: number
  keep?: boolean
}

const chatsPerAccount = 6
const maxSends = 4
const timeoutMs = 45_000

async function act(cluster: Cluster, path: string, body: object): Promise<Json> {
  const answer = await cluster.sandbox('POST', path, body)
  if (answer.status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Signs a business up for WhatsApp; answers the account's id. */
async function signUp(cluster: Cluster, as: string): Promise<string> {
  const profile = await cluster.call('POST', '/profiles', { name: `Numbers of ${as}` })
  const started = await cluster.call('POST', `/profiles/${profile.body.id}/whatsapp-signup`, {})
  const { authorizationUrl, connectionSessionId } = started.body
  await act(cluster, '/person/consent', { authorizationUrl, decision: 'approve', as })
  const session = await cluster.call('GET', `/profiles/${profile.body.id}/connect/${connectionSessionId}`)
  if (session.body.status !== 'completed') throw new Error(`sign-up of ${as}: ${JSON.stringify(session.body)}`)
  return session.body.accountIds[0]
}

/** Somebody writes to the account, which opens the window for replies. */
async function openChat(cluster: Cluster, chat: Omit<Chat, 'recipient'>, as: string): Promise<Chat> {
  const { rows } = await cluster.pool.query('select * from account where id = $1', [chat.accountId])
  const [{ display_name, display_identifier }] = rows
  const to = chat.platform === 'facebook' ? display_name : display_identifier
  const { sender } = await act(cluster, '/person/message', { network: chat.platform, to, as, text: 'Are you open?' })
  return { ...chat, recipient: sender }
}

async function openChats(cluster: Cluster): Promise<Chat[]> {
  const chats: Chat[] = []
  for (const { platform, people } of channels) {
    for (const [index, as] of people.entries()) {
      const [network] = networksNamed([platform])
      const accountId = network ? await cluster.connect(network, { as }) : await signUp(cluster, as)
      for (let chat = 0; chat < chatsPerAccount; chat++) {
        const number = `+1415555${String(100 * (index + 1) + chat).padStart(4, '0')}`
        chats.push(
          network
            ? await openChat(cluster, { platform, accountId }, `Person ${index} ${chat}`)
            : { platform, accountId, recipient: number },
        )
      }
    }
  }
  return chats
}

function contentOf({ platform }: Chat, mark: string): object {
  if (platform !== 'whatsapp') return { text: `On its way: ${mark}` }
  return { template: { name: 'order_update', language: 'en_US', bodyParameters: ['Ada', mark] } }
}

/** What a response says of the message. */
function meaningOf({ status, body }: Answer): string {
  if (status === 201) return 'sent'
  if (body?.error?.details?.status === 'unknown') return 'unknown'
  return body?.error?.code ?? `status ${status}`
}

/** Codes with which a request ends before the message is begun. */
const nothingBegun = ['database_error', 'temporarily_unavailable', 'rate_limited']

/** Sends as a careful customer does: once more only where the response says that nothing was begun. */
async function place(cluster: Cluster, { mark, chat, requestIds, told }: Send): Promise<Send['sent']> {
  for (let sends = 0; sends < maxSends; sends++) {
    const requestId = `${mark}.${sends}`
    requestIds.push(requestId)
    const body = { ...chat, ...contentOf(chat, mark) }
    const headers = { 'x-request-id': requestId }
    const answer = await cluster.call('POST', '/messages', body, { headers, timeoutMs }).catch(() => null)
    told.push(answer ? meaningOf(answer) : 'no response')
    if (answer?.status === 201) return { id: answer.body.id, providerId: answer.body.providerId }
    if (!nothingBegun.includes(told.at(-1) ?? '')) return null
    await sleep(200 + 400 * sends)
  }
  return null
}

export interface SendsResult {
  verdict: SendVerdict
  deeds: Deeds
  played: Record<string, number>
  stormSeconds: number
  calmSeconds: number
  dir: string
}

/** Sends while everything around fails, waits until it is calm, and tells what came of it. */
export async function runSends(options: SendOptions): Promise<SendsResult> {
  const { seed, gateways, workers, customers, plan, keep = false } = options
  const random = seeded(seed)
  const cluster = await startCluster({ seed, gateways, workers, networks: [], keep })
  try {
    await act(cluster, '/whatsapp/app', { webhookUrl: `${cluster.env['PUBLIC_URL']}/webhooks/whatsapp` })
    const chats = await openChats(cluster)
    const sends = Array.from({ length: options.sends }, (_, index): Send => {
      const { platform } = pick(random, channels)
      const chat = pick(
        random,
        chats.filter((one) => one.platform === platform),
      )
      return { mark: `no${index}z`, chat, requestIds: [], sent: null, told: [] }
    })
    await startFaults(cluster, channels, options.networkFaults)
    const started = Date.now()
    let begun = 0
    const customer = async () => {
      for (let send = sends[begun++]; send; send = sends[begun++]) send.sent = await place(cluster, send)
    }
    const raging = rage(cluster, plan, seeded(seed + 1), () => begun / sends.length)
    await Promise.all(Array.from({ length: customers }, customer))
    const deeds = await raging
    const stormSeconds = (Date.now() - started) / 1000
    const played = await playedFaults(cluster, channels)
    await cluster.sandbox('DELETE', '/faults')
    const calmFrom = Date.now()
    await settle(cluster, options.longestCalmMs)
    const verdict = await judgeSends(cluster, sends, calmFrom + options.longestCalmMs)
    const calmSeconds = (Date.now() - calmFrom) / 1000
    return { verdict, deeds, played, stormSeconds, calmSeconds, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
