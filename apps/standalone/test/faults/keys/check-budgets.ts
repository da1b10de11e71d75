import type { Cluster, Json } from '../cluster.ts'

/** A stored write that counts against budgets, as the journal has it. */
export interface CountedWrite {
  mark: string
  budget: string
  /** The day (UTC) for which it counts. */
  day: string
  keyIds: readonly string[]
  status: string
  /** Whether it is still being carried out. */
  isOpen: boolean
  /** The outcomes of its attempts. */
  outcomes: readonly (string | null)[]
}

export interface BudgetEvidence {
  /** The limit of each budget of each key. */
  limits: readonly { keyId: string; budget: string; max: number }[]
  writes: readonly CountedWrite[]
  /** What the database says is used up. */
  used: readonly { keyId: string; budget: string; day: string; used: number }[]
  /** How often the networks hold each mark. */
  held: ReadonlyMap<string, number>
}

/** What must never be found of a budget. */
type BudgetFault = 'overdrawn' | 'lost' | 'uncounted' | 'doubled' | 'unfinished'

export interface BudgetVerdict {
  /** Stored writes by how they ended, and those of them whose unit was given back. */
  statuses: Record<string, number>
  givenBack: number
  /** By budget and limit: what was published and what is used up. */
  lines: string[]
  faults: Record<BudgetFault, { mark: string; found: string }[]>
}

const unsent = new Set<string | null>(['not_sent', 'absent'])

/** Whether nothing of a write was sent: it failed, and no attempt has reached the network. */
const wasUnsent = ({ status, outcomes }: Pick<CountedWrite, 'status' | 'outcomes'>): boolean =>
  status === 'failed' && outcomes.every((outcome) => unsent.has(outcome))

/** Holds budgets, and what is said to be used of them, against stored writes and against what the networks hold. */
export function judgeBudgets({ limits, writes, used, held }: BudgetEvidence): BudgetVerdict {
  const verdict: BudgetVerdict = {
    statuses: {},
    givenBack: writes.filter(wasUnsent).length,
    lines: [],
    faults: { overdrawn: [], lost: [], uncounted: [], doubled: [], unfinished: [] },
  }
  const { faults, statuses } = verdict
  for (const { mark, status, isOpen } of writes) {
    statuses[status] = (statuses[status] ?? 0) + 1
    if (isOpen) faults.unfinished.push({ mark, found: status })
  }
  for (const [mark, count] of held) if (count > 1) faults.doubled.push({ mark, found: `${count} times at the network` })
  for (const { keyId, budget, max } of limits) {
    const own = writes.filter((write) => write.budget === budget && write.keyIds.includes(keyId))
    for (const day of new Set(own.map((write) => write.day))) {
      const ofDay = own.filter((write) => write.day === day)
      // A client that sends again, because nothing of the first write was sent, has two writes of one mark.
      const published = [...new Set(ofDay.map(({ mark }) => mark))].reduce(
        (sum, mark) => sum + (held.get(mark) ?? 0),
        0,
      )
      const counted = ofDay.filter((write) => !wasUnsent(write)).length
      const said = used.find((row) => row.keyId === keyId && row.budget === budget && row.day === day)?.used ?? 0
      const found = `${budget} of ${max}: ${published} published, ${counted} counted, ${said} used`
      verdict.lines.push(found)
      if (published > max || said > max) faults.overdrawn.push({ mark: keyId, found })
      if (said > counted) faults.lost.push({ mark: keyId, found })
      if (said < counted) faults.uncounted.push({ mark: keyId, found })
    }
  }
  return verdict
}

export const budgetFaults = ({ faults }: BudgetVerdict): number =>
  Object.values(faults).reduce((sum, found) => sum + found.length, 0)

const markOf = (text: unknown) => /\bno[0-9a-z]+z\b/.exec(String(text ?? ''))?.[0]

/** How often the networks hold each mark, in posts and in comments. */
async function readHeld(cluster: Cluster, platforms: readonly string[]): Promise<Map<string, number>> {
  const held = new Map<string, number>()
  for (const platform of platforms) {
    const { body } = await cluster.sandbox('GET', `/state/${platform}`)
    for (const { text } of [...(body.posts ?? []), ...(body.comments ?? [])] as Json[]) {
      const mark = markOf(text)
      if (mark !== undefined) held.set(mark, (held.get(mark) ?? 0) + 1)
    }
  }
  return held
}

/** Everything that the budgets of some keys are judged by. */
export async function readBudgets(
  cluster: Cluster,
  { limits, platforms }: Pick<BudgetEvidence, 'limits'> & { platforms: readonly string[] },
): Promise<BudgetEvidence> {
  const { rows: writes } = await cluster.pool.query<CountedWrite>(
    `select split_part(request_id, '.', 1) as mark, budget, (due_at at time zone 'UTC')::date::text as day,
      budget_key_ids as "keyIds", status::text, wake_at is not null as "isOpen",
      array(select outcome::text from external_write_attempt where write_id = external_write.id order by number) as outcomes
    from external_write where budget is not null`,
  )
  const { rows: used } = await cluster.pool.query(
    'select key_id as "keyId", budget, day::text, used from key_budget_use',
  )
  return { limits, writes, used, held: await readHeld(cluster, platforms) }
}
