import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiResponse, type Cluster, type Json, startCluster } from '../cluster.ts'
import type { FailingNetwork } from '../network-faults.ts'
import { networksNamed } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import { type RunOptions, type RunResult, stormThenCalm } from '../storm-and-calm.ts'
import { judgeSends, type SendVerdict } from './send-check.ts'

/** What the sandbox's journal calls the operations of a send. */
const calls = { commits: ['messages.send'], others: ['conversations.list', 'conversations.get'] }

/** Networks on which messages are sent, with the people who connect their accounts. */
export const channels: readonly (FailingNetwork & { users: readonly string[] })[] = [
  { platform: 'instagram', ...calls, users: ['lindqvist.bakery', 'ferrer.outdoor', 'mika.creates'] },
  { platform: 'facebook', ...calls, users: ['nora.lindqvist', 'jun.sato'] },
  { platform: 'whatsapp', ...calls, others: [], users: ['lindqvist.bakery', 'ferrer.outdoor', 'sato.ceramics'] },
]

/** An account and somebody who may be written to from it. */
export interface Chat {
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
  responses: string[]
}

export interface SendOptions extends RunOptions {
  sends: number
}

const chatsPerAccount = 6
const maxSends = 4
const timeoutMs = 45_000

async function act(cluster: Cluster, path: string, body: object): Promise<Json> {
  const response = await cluster.sandbox('POST', path, body)
  if (response.status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(response.body)}`)
  return response.body
}

/** Signs a business up for WhatsApp; returns the account's id. */
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

/** Accounts of every network with messages, each with several people who may be written to. */
export async function openChats(cluster: Cluster): Promise<Chat[]> {
  await act(cluster, '/whatsapp/app', { webhookUrl: `${cluster.env['PUBLIC_URL']}/webhooks/whatsapp` })
  const chats: Chat[] = []
  for (const { platform, users } of channels) {
    for (const [index, as] of users.entries()) {
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
function meaningOf({ status, body }: ApiResponse): string {
  if (status === 201) return 'sent'
  if (body?.error?.details?.status === 'unknown') return 'unknown'
  return body?.error?.code ?? `status ${status}`
}

/** Codes with which a request ends before the message is begun. */
const nothingBegun = ['database_error', 'temporarily_unavailable', 'rate_limited']

/** Sends as a careful customer does: once more only where the response says that nothing was begun. */
export async function placeSend(cluster: Cluster, { mark, chat, requestIds, responses }: Send): Promise<Send['sent']> {
  for (let sends = 0; sends < maxSends; sends++) {
    const requestId = `${mark}.${sends}`
    requestIds.push(requestId)
    const body = { ...chat, ...contentOf(chat, mark) }
    const headers = { 'x-request-id': requestId }
    const response = await cluster.call('POST', '/messages', body, { headers, timeoutMs }).catch(() => null)
    responses.push(response ? meaningOf(response) : 'no response')
    if (response?.status === 201) return { id: response.body.id, providerId: response.body.providerId }
    if (!nothingBegun.includes(responses.at(-1) ?? '')) return null
    await sleep(200 + 400 * sends)
  }
  return null
}

export interface SendsResult extends RunResult {
  verdict: SendVerdict
  dir: string
}

/** Sends while everything around fails, waits until it is calm, and judges the outcome. */
export async function runSends(options: SendOptions): Promise<SendsResult> {
  const { seed, gateways, workers, keep = false } = options
  const random = seeded(seed)
  const cluster = await startCluster({ seed, gateways, workers, networks: [], keep })
  try {
    const chats = await openChats(cluster)
    const tasks = Array.from({ length: options.sends }, (_, index): Send => {
      const { platform } = pick(random, channels)
      const chat = pick(
        random,
        chats.filter((one) => one.platform === platform),
      )
      return { mark: `no${index}z`, chat, requestIds: [], sent: null, responses: [] }
    })
    const perform = async (send: Send) => {
      send.sent = await placeSend(cluster, send)
    }
    const storm = await stormThenCalm(cluster, options, { networks: channels, tasks, perform })
    const { calmDeadline, ...result } = storm
    return { ...result, verdict: await judgeSends(cluster, tasks, calmDeadline), dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
