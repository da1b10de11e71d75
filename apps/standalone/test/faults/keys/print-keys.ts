import { loadavg } from 'node:os'
import { planForReplies } from '../inject-faults.ts'
import { misuseCount, misuseFaults } from './attempt.ts'
import { budgetFaults } from './check-budgets.ts'
import { findWeaknesses } from './find-weaknesses.ts'
import { runBudgets } from './run-budgets.ts'
import { runMisuse, withMisused } from './run-misuse.ts'

export interface KeysRun {
  seed: number
  /** How many attempts have to be rejected, at least. */
  attempts: number
  /** Writes with keys whose budgets allow some of them. */
  writes: number
  kills: number
  pgRestarts: number
  maxCalmMs: number
  keep: boolean
}

/** Weak gateways that have to be found, and attempts on each of them at most. */
const weak = { count: 18, attempts: 500 }
/** Publishes and replies per day of the highest key, and writes that are sent at the same time. */
const budget = 60
const atOnce = 200

type Print = (line: string) => void
type Faults = Record<string, { mark: string; found: string }[]>

function printFaults(faults: Faults, print: Print): void {
  for (const [kind, found] of Object.entries(faults)) {
    print(`  ${kind}: ${found.length}`)
    for (const { mark, found: what } of found) print(`    ${mark}: ${what}`)
  }
}

async function printMisuse({ seed, attempts }: KeysRun, print: Print): Promise<number> {
  return withMisused({ seed, gateways: 3 }, async (installation) => {
    const began = performance.now()
    const verdict = await runMisuse(installation, { seed, attempts, atOnce: 12 })
    const { faults, ...counts } = verdict
    const seconds = ((performance.now() - began) / 1_000).toFixed(0)
    print(`seed ${seed}: ${misuseCount(verdict)} attempts in ${seconds} s, ${JSON.stringify(counts)}`)
    printFaults(faults, print)
    const looked = await findWeaknesses(installation, { seed, ...weak }, ({ about, misuse, found, attempts: made }) =>
      print(`  planted: ${about}: ${found > 0 ? 'found' : 'NOT FOUND'} by ${misuse} within ${made} attempts`),
    )
    const missed = looked.filter(({ found }) => found === 0).length
    print(`  planted weaknesses that were not found: ${missed} of ${looked.length}`)
    return misuseFaults(verdict) + missed
  })
}

async function printBudgets(run: KeysRun, print: Print): Promise<number> {
  const { seed, writes, maxCalmMs, keep } = run
  const options = { gateways: 3, workers: 2, customers: atOnce, networkFaultScale: 1, plan: planForReplies(run) }
  const result = await runBudgets({ seed, writes, budget, maxCalmMs, keep, ...options })
  const { verdict, responses, left, injected, networkFaults, stormSeconds, calmSeconds } = result
  const { faults, lines, ...counts } = verdict
  print(`seed ${seed}: ${writes} writes, ${atOnce} at once, ${JSON.stringify({ responses, ...counts })}`)
  for (const line of lines) print(`  ${line}`)
  printFaults(faults, print)
  print(`  left after the storm: ${JSON.stringify(left)}`)
  print(`  faults injected: ${JSON.stringify(injected.counts)}; of the networks: ${JSON.stringify(networkFaults)}`)
  print(`  storm ${stormSeconds.toFixed(0)} s, calm ${calmSeconds.toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`)
  const unequal = Object.values(left).filter(({ units, accepted }) => units !== accepted).length
  return budgetFaults(verdict) + unequal
}

/** Prints what became of misused keys, and of budgets under kills. */
export async function printKeys(run: KeysRun, print: Print): Promise<number> {
  return (await printMisuse(run, print)) + (await printBudgets(run, print))
}
