import { setTimeout as sleep } from 'node:timers/promises'
import { catalogueRow, type ErrorCode } from '@carillon/errors'
import { type ApiResponse, type Cluster, startCluster } from '../cluster.ts'
import { openThreads, type Thread, untilServed, withReplies } from '../journaled/replies.ts'
import { type NetworkRow, networksNamed } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import { type RunOptions, type RunResult, stormThenCalm } from '../storm-and-calm.ts'
import { type BudgetEvidence, type BudgetVerdict, judgeBudgets, readBudgets } from './check-budgets.ts'

export interface BudgetsOptions extends RunOptions {
  /** How many writes clients want; the budgets allow a part of them. */
  writes: number
  /** How many publishes and replies the highest key may make. */
  budget: number
}

interface Key {
  keyId: string
  apiKey: string
  max: number
}

interface Task {
  mark: string
  key: Key
  kind: (typeof kinds)[number]
  /** What clients were told, in order. */
  responses: string[]
}

const kinds = ['publishesPerDay', 'repliesPerDay'] as const

/** Keys with budgets: one that has created two others, of which one has created a fourth. */
async function makeFamily({ call }: Cluster, max: number): Promise<Key[]> {
  const make = async (share: number, parent?: Key): Promise<Key> => {
    const own = Math.ceil(max * share)
    const headers: Record<string, string> = parent ? { authorization: `Bearer ${parent.apiKey}` } : {}
    const budgets = Object.fromEntries(kinds.map((kind) => [kind, own]))
    const { status, body } = await call('POST', '/keys', { name: `${own} a day`, budgets }, { headers })
    if (status !== 201) throw new Error(`a key was not created: ${JSON.stringify(body)}`)
    return { keyId: body.keyId, apiKey: body.apiKey, max: own }
  }
  const root = await make(1)
  const [narrow, wide] = [await make(0.25, root), await make(0.9, root)]
  return [root, narrow, wide, await make(0.15, wide)]
}

interface Places {
  publishing: NetworkRow
  accounts: readonly string[]
  threads: readonly Thread[]
}

const maxSends = 6
const timeoutMs = 45_000

function bodyOf({ publishing, accounts, threads }: Places, { mark, kind }: Task, random: () => number) {
  if (kind === 'publishesPerDay')
    return { path: '/posts', body: { platform: publishing.platform, accountId: pick(random, accounts), text: mark } }
  const { network, ...where } = pick(random, threads)
  return { path: '/comments', body: { platform: network.platform, ...where, message: `Thank you ${mark}` } }
}

/** Whether nothing was stored, or nothing was sent, so that sending it again makes no second one. */
function isSafeToSendAgain({ body }: ApiResponse): boolean {
  const outcome = body?.error?.details?.outcome
  if (outcome !== undefined) return outcome === 'not_posted'
  const code: string = body?.error?.code ?? ''
  if (code === '' || code === 'budget_exhausted') return false
  const { retry } = catalogueRow(code as ErrorCode)
  return retry === 'backoff' || retry === 'after'
}

/** Writes as a careful client does, until it is stored, rejected for good, or the response is lost. */
async function write(cluster: Cluster, places: Places, { task, seed }: { task: Task; seed: number }): Promise<void> {
  const random = seeded(seed)
  for (let sends = 0; sends < maxSends; sends++) {
    await untilServed(cluster)
    const { path, body } = bodyOf(places, task, random)
    const headers = { 'x-request-id': `${task.mark}.${sends}`, authorization: `Bearer ${task.key.apiKey}` }
    const response = await cluster.call('POST', path, body, { headers, timeoutMs }).catch(() => null)
    const told = response === null ? 'no response' : (response.body?.error?.code ?? String(response.status))
    task.responses.push(told)
    if (response === null || response.status < 300 || !isSafeToSendAgain(response)) return
    await sleep(200 + 400 * sends)
  }
}

/**
 * Uses up what is left of the budgets of a key, once nothing fails any more. Returns how many writes were accepted of
 * each kind: as many as the budget has units left, if none is lost.
 */
async function useUp(cluster: Cluster, places: Places, { key, max }: { key: Key; max: number }) {
  const accepted: Record<string, number> = {}
  for (const kind of kinds) {
    for (let number = 0; number <= max; number++) {
      const task: Task = { mark: `no${kind.slice(0, 1)}left${number}z`, key, kind, responses: [] }
      await write(cluster, places, { task, seed: number })
      const told = task.responses.at(-1)
      if (told === 'budget_exhausted') break
      if (told !== '201' && told !== '202') throw new Error(`a write in the calm ended with ${told}`)
      accepted[kind] = (accepted[kind] ?? 0) + 1
    }
  }
  return accepted
}

const usedOf = ({ used }: BudgetEvidence, { keyId }: Key, budget: string) =>
  used.filter((row) => row.keyId === keyId && row.budget === budget).reduce((sum, row) => sum + row.used, 0)

export interface BudgetsResult extends RunResult {
  verdict: BudgetVerdict
  /** What clients were told. */
  responses: Record<string, number>
  /** What the budgets of the highest key had left after the storm, and what was accepted until they were used up. */
  left: Record<string, { units: number; accepted: number }>
  dir: string
}

/** Keys write far more than their budgets allow while everything around fails; then what is left of them is used up. */
export async function runBudgets(options: BudgetsOptions): Promise<BudgetsResult> {
  const { seed, gateways, workers, keep = false } = options
  const [publishing] = networksNamed(['x'])
  const replying = withReplies(networksNamed(['facebook']))
  if (publishing === undefined) throw new Error('the network is missing')
  const networks = [publishing, ...replying]
  const cluster = await startCluster({ seed, gateways, workers, networks, keep })
  try {
    const accounts: string[] = []
    for (const user of publishing.users) accounts.push(await cluster.connect(publishing, user))
    const places = { publishing, accounts, threads: await openThreads(cluster, replying) }
    const keys = await makeFamily(cluster, options.budget)
    const random = seeded(seed)
    const tasks = Array.from({ length: options.writes }, (_, index): Task => {
      return { mark: `no${index}z`, key: pick(random, keys), kind: pick(random, kinds), responses: [] }
    })
    const perform = (task: Task) => write(cluster, places, { task, seed: seed + tasks.indexOf(task) })
    const { calmDeadline: _, ...result } = await stormThenCalm(cluster, options, { networks, tasks, perform })
    const limits = keys.flatMap(({ keyId, max }) => kinds.map((budget) => ({ keyId, budget, max })))
    const read = () => readBudgets(cluster, { limits, platforms: networks.map(({ platform }) => platform) })
    const [root] = keys
    if (root === undefined) throw new Error('the key is missing')
    const before = await read()
    const accepted = await useUp(cluster, places, { key: root, max: root.max })
    const after = await read()
    const left = Object.fromEntries(
      kinds.map((kind) => [kind, { units: root.max - usedOf(before, root, kind), accepted: accepted[kind] ?? 0 }]),
    )
    const told = Object.entries(Object.groupBy(tasks, ({ responses }) => responses.at(-1) ?? 'nothing'))
    const responses = Object.fromEntries(told.map(([response, those = []]) => [response, those.length]))
    return { ...result, verdict: judgeBudgets(after), responses, left, dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
