import { pick } from '../random.ts'
import type { Tried } from './attempt.ts'
import { type Attempt, type Made, makeKey, removeKeys } from './made-key.ts'
import { network } from './misused.ts'
import type { Received } from './sender.ts'

const dayMs = 86_400_000

/** A day that no other attempt uses: budgets count for the day on which a schedule is due. */
const someDay = (random: () => number) =>
  Math.floor(Date.now() / dayMs) * dayMs + dayMs * (30 + Math.floor(random() * 300))

const isTaken = ({ status }: Received) => status === 201

/** How many of some writes their budgets allow: those of each key count against its own budget and those above it. */
function allowedOf(budgets: readonly number[], writes: readonly number[]): number {
  // From the lowest key upwards: what a key lets through counts against the one above it.
  return budgets.reduceRight((below, max, at) => Math.min(max, below + (writes[at] ?? 0)), 0)
}

function schedule({ send, own }: Attempt, { apiKey }: Made, publishAt: unknown): Promise<Received> {
  const post = { platform: network.platform, accountId: own.accountIds[0], text: 'Within the budget' }
  return send({ method: 'POST', path: '/schedules', as: apiKey, json: { publishAt, post } })
}

/** A line of keys writes more than its budgets at once, through all gateways. */
export async function tryBudgetRace(attempt: Attempt): Promise<Tried[]> {
  const { random, own } = attempt
  const line: Made[] = []
  const budgets: number[] = []
  for (let depth = 0; depth <= Math.floor(random() * 3); depth++) {
    const max = Math.min(budgets.at(-1) ?? 6, Math.floor(random() * 5))
    line.push(await makeKey(attempt, line.at(-1)?.apiKey ?? own.key, { budgets: { publishesPerDay: max } }))
    budgets.push(max)
  }
  const at = someDay(random) + Math.floor(random() * dayMs)
  const writers = Array.from({ length: 6 + Math.floor(random() * 10) }, () => Math.floor(random() * line.length))
  const got = await Promise.all(
    writers.map((place) => schedule(attempt, line[place] as Made, new Date(at).toISOString())),
  )
  await removeKeys(attempt, line.slice(0, 1))
  const allowed = allowedOf(
    budgets,
    line.map((_, place) => writers.filter((writer) => writer === place).length),
  )
  // Which of them are carried out is not decided; how many is.
  const inOrder = got.toSorted((one, other) => Number(isTaken(other)) - Number(isTaken(one)))
  const what = `${got.length} writes of keys with budgets of ${budgets.join(', ')}`
  return inOrder.map((one, place) => ({
    kind: 'budget races',
    what: `${what}: number ${place + 1}`,
    codes: place < allowed ? null : ['budget_exhausted'],
    got: one,
  }))
}

/** Spellings of an instant, which name another day than that of UTC. */
function spelled(random: () => number, at: number): unknown {
  const zones = [0, 0, 60, -60, 330, -570, 840, -720]
  const minutes = pick(random, zones)
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1)
  const two = (value: number) => String(value).padStart(2, '0')
  const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)]
  return minutes === 0 ? `${local}Z` : `${local}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Writes around midnight, created or moved there, with a budget of one per day. */
export async function tryBudgetEdge(attempt: Attempt): Promise<Tried[]> {
  const { random, own, send } = attempt
  const key = await makeKey(attempt, own.key, { budgets: { publishesPerDay: 1 } })
  const midnight = someDay(random)
  const edges = [-dayMs, -dayMs + 1, -1_000, -1, 0, 1, 999, dayMs - 1]
  const [first, second] = [midnight + pick(random, edges), midnight + pick(random, edges)]
  const isSameDay = Math.floor(first / dayMs) === Math.floor(second / dayMs)
  const kind = 'edges of days'
  const one = await schedule(attempt, key, spelled(random, first))
  const moves = random() < 0.5
  const elsewhere = moves ? await schedule(attempt, key, new Date(midnight + 5 * dayMs).toISOString()) : one
  const publishAt = spelled(random, second)
  const path = `/schedules/${elsewhere.body?.scheduleId}`
  const two = moves
    ? await send({ method: 'PATCH', path, as: key.apiKey, json: { publishAt } })
    : await schedule(attempt, key, publishAt)
  await removeKeys(attempt, [key])
  const what = `${moves ? 'moved to' : 'created at'} ${publishAt} beside ${new Date(first).toISOString()}`
  return [
    { kind, what: 'the first of a day', codes: null, got: one },
    { kind, what, codes: isSameDay ? ['budget_exhausted'] : null, got: two },
  ]
}
