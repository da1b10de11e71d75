import type { Verdict } from './check.ts'
import type { Plan } from './inject-faults.ts'
import { runStorm, type StormOptions, type StormResult } from './storm.ts'

export interface Round extends StormResult {
  seed: number
  publishes: number
}

/** The part of `whole` that the round at `index` of `rounds` takes; all parts together are the whole. */
function partOf(whole: number, index: number, rounds: number): number {
  return Math.floor(((index + 1) * whole) / rounds) - Math.floor((index * whole) / rounds)
}

function partOfPlan(plan: Plan, index: number, rounds: number): Plan {
  const parts = Object.entries(plan).map(([fault, times]) => [fault, partOf(times, index, rounds)])
  return Object.fromEntries(parts) as unknown as Plan
}

/**
 * A storm in rounds, each in a new cluster with a seed of its own. Users of most networks may publish a few dozen times
 * a day; a single long storm would soon publish to the one network without such a limit alone.
 */
export async function runRounds(options: StormOptions, maxPerRound: number, report: (round: Round) => void) {
  const rounds = Math.ceil(options.publishes / maxPerRound)
  const results: Round[] = []
  for (let index = 0; index < rounds; index++) {
    const publishes = partOf(options.publishes, index, rounds)
    const seed = options.seed + index
    const result = await runStorm({ ...options, seed, publishes, plan: partOfPlan(options.plan, index, rounds) })
    results.push({ ...result, seed, publishes })
    report({ ...result, seed, publishes })
  }
  return {
    verdict: sumOf(results.map(({ verdict }) => verdict)),
    counts: sumOf(results.map(({ injected }) => injected.counts)),
    networkFaults: sumOf(results.map(({ networkFaults }) => networkFaults)),
    recoveryMs: results.flatMap(({ injected }) => injected.recoveryMs),
    hangs: results.reduce((sum, { hangs }) => sum + hangs, 0),
    expiries: results.reduce((sum, { expiries }) => sum + expiries, 0),
    reconnections: results.reduce((sum, { reconnections }) => sum + reconnections, 0),
    stormSeconds: results.reduce((sum, { stormSeconds }) => sum + stormSeconds, 0),
    calmSeconds: results.reduce((sum, { calmSeconds }) => sum + calmSeconds, 0),
  }
}

function sum(one: unknown, other: unknown): unknown {
  if (one === undefined) return other
  if (other === undefined) return one
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other]
  if (typeof one === 'number' && typeof other === 'number') return one + other
  const [a, b] = [one, other] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])
  return Object.fromEntries([...keys].map((key) => [key, sum(a?.[key], b?.[key])]))
}

/** Numbers added up and lists put together, field by field. */
function sumOf<T extends Verdict | Record<string, number>>(all: readonly T[]): T {
  return all.reduce((one, other) => sum(one, other) as T)
}
