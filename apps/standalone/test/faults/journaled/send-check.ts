import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Json } from '../cluster.ts'
import type { Send } from './sends.ts'

/** What must never be found of a message. */
type SendFaultKind =
  | 'doubled'
  /** A response or the list says that it was sent, and the network does not hold it. */
  | 'lost'
  | 'wrongIds'
  /** It is listed as failed, and the network holds it. */
  | 'failedButThere'
  /** The network holds it, and the list does not say so although the network was queried. */
  | 'undecided'
  /** The network holds it, and it is not in the list, or more than once. */
  | 'notListedOnce'
  | 'unfinished'

export interface SendVerdict {
  sends: number
  networks: Record<string, number>
  /** What customers were told, every response counted. */
  responses: Record<string, number>
  /** By the status of the message in the list, of those that the network holds and of those that it does not. */
  held: Record<string, number>
  notHeld: Record<string, number>
  faults: Record<SendFaultKind, { mark: string; found: string }[]>
}

const markOf = (text: unknown) => /\bno[0-9]+z\b/.exec(String(text ?? ''))?.[0]

interface Found {
  /** Carillon's messages at the networks, by mark. */
  held: Map<string, string[]>
  /** Rows of our journal by mark, with the messages that they are listed as. */
  listed: Map<string, { id: string; providerId: string | null; status: string }[]>
  /** Messages that are listed, by the network's id. */
  byProviderId: Map<string, number>
  open: number
}

async function readHeld(cluster: Cluster, platforms: readonly string[]): Promise<Found['held']> {
  const held: Found['held'] = new Map()
  for (const platform of platforms) {
    const { body } = await cluster.sandbox('GET', `/state/${platform}`)
    for (const { id, text } of body.messages as Json[]) {
      const mark = markOf(text)
      if (mark) held.set(mark, [...(held.get(mark) ?? []), id])
    }
  }
  return held
}

/** A gateway that died while it read a network holds the lease of the reading for a minute: 207 until then. */
async function listAll(cluster: Cluster, accountId: string): Promise<Json> {
  const until = Date.now() + 120_000
  for (;;) {
    const { status, body } = await cluster.call('GET', `/messages?accountId=${accountId}`)
    if (status === 200) return body
    if (Date.now() > until) throw new Error(`messages of ${accountId}: ${JSON.stringify(body).slice(-500)}`)
    await sleep(1_000)
  }
}

/** Everything that is listed, after the networks that can be read were read. */
async function readListed(cluster: Cluster, sends: readonly Send[]): Promise<Omit<Found, 'held'>> {
  const byId = new Map<string, Json>()
  const byProviderId: Found['byProviderId'] = new Map()
  for (const accountId of new Set(sends.map(({ chat }) => chat.accountId))) {
    const body = await listAll(cluster, accountId)
    for (const message of body.messages as Json[]) {
      byId.set(message.id, message)
      const { providerId } = message
      if (providerId) byProviderId.set(providerId, (byProviderId.get(providerId) ?? 0) + 1)
    }
  }
  const { rows } = await cluster.pool.query(
    "select id, request_id, wake_at from external_write where kind = 'message.send' order by id",
  )
  const listed: Found['listed'] = new Map()
  for (const { id, request_id } of rows) {
    const mark = String(request_id).split('.')[0] ?? ''
    const message = byId.get(id)
    const entry = { id, providerId: message?.providerId ?? null, status: message?.status ?? 'not listed' }
    listed.set(mark, [...(listed.get(mark) ?? []), entry])
  }
  return { listed, byProviderId, open: rows.filter(({ wake_at }) => wake_at !== null).length }
}

/** Messages that a network holds while the list still says that nobody knows. */
function undecided({ held, listed }: Found): string[] {
  return [...held.keys()].filter((mark) => listed.get(mark)?.some(({ status }) => status === 'unknown'))
}

/**
 * Holds what customers were told and what the API lists against the messages that the networks hold, once everything
 * that a later reading or webhook can decide has been decided, or `until` at the latest.
 */
export async function judgeSends(cluster: Cluster, sends: readonly Send[], until: number): Promise<SendVerdict> {
  const platforms = [...new Set(sends.map(({ chat }) => chat.platform))]
  const read = async (): Promise<Found> => ({
    held: await readHeld(cluster, platforms),
    ...(await readListed(cluster, sends)),
  })
  let found = await read()
  while ((undecided(found).length > 0 || found.open > 0) && Date.now() < until) {
    await sleep(1_000)
    found = await read()
  }
  return judge(sends, found)
}

function count(into: Record<string, number>, key: string): void {
  into[key] = (into[key] ?? 0) + 1
}

function judge(sends: readonly Send[], found: Found): SendVerdict {
  const verdict: SendVerdict = {
    sends: sends.length,
    networks: {},
    responses: {},
    held: {},
    notHeld: {},
    faults: {
      doubled: [],
      lost: [],
      wrongIds: [],
      failedButThere: [],
      undecided: [],
      notListedOnce: [],
      unfinished: [],
    },
  }
  if (found.open > 0) verdict.faults.unfinished.push({ mark: '', found: `${found.open} writes have not ended` })
  for (const send of sends) judgeSend(verdict, send, found)
  return verdict
}

const delivered = ['sent', 'delivered', 'read']

function judgeSend(verdict: SendVerdict, { mark, chat, sent, responses }: Send, found: Found): void {
  const ids = found.held.get(mark) ?? []
  const rows = found.listed.get(mark) ?? []
  const fault = (kind: SendFaultKind, what: string) =>
    void verdict.faults[kind].push({ mark, found: `${chat.platform} ${what}; told ${responses.join(', ')}` })
  count(verdict.networks, chat.platform)
  for (const word of responses) count(verdict.responses, word)
  for (const { status } of rows) count(ids.length > 0 ? verdict.held : verdict.notHeld, status)
  if (ids.length > 1) fault('doubled', ids.join(', '))
  if (sent !== null && ids.length > 0 && !ids.includes(sent.providerId)) {
    fault('wrongIds', `the response named ${sent.providerId}, there is ${ids.join(', ')}`)
  }
  if (ids.length === 0) {
    if (sent !== null || rows.some(({ status }) => delivered.includes(status))) fault('lost', 'the network has none')
    return
  }
  if (rows.some(({ status }) => status === 'unknown')) fault('undecided', rows.map(({ id }) => id).join(', '))
  else if (rows.every(({ status }) => status === 'failed')) fault('failedButThere', rows.map(({ id }) => id).join(', '))
  for (const id of ids) {
    const times = found.byProviderId.get(id) ?? 0
    if (times !== 1 && !rows.some(({ status }) => status === 'unknown')) fault('notListedOnce', `${id}: ${times}`)
  }
}

/** How many faults there are. */
export function sendFaults({ faults }: SendVerdict): number {
  return Object.values(faults).reduce((sum, { length }) => sum + length, 0)
}
