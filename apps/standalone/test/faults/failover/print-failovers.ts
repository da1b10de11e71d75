import { loadavg } from 'node:os'
import { type Fault, faultCount } from '../check.ts'
import { percentile } from '../recovery.ts'
import { type FailoverOptions, type FailoverResult, runFailovers } from './run-failovers.ts'

/** Failovers of one cluster; a new one begins after that, because users may publish a few dozen times a day only. */
const perRound = 2

/** How soon the API and the workers are to work again, in ms after the promoted server takes writes. */
const targets = { api: 2_000, workers: 5_000 }

type Print = (line: string) => void

function printFaults(found: readonly Fault[], kind: string, print: Print): void {
  print(`    ${kind}: ${found.length}`)
  for (const { mark, found: what } of found) print(`      ${mark}: ${what}`)
}

function printResult({ verdict, recovery, missing, unreported, ...result }: FailoverResult, print: Print): void {
  const { faults, ...counts } = verdict
  print(`    ${JSON.stringify(counts)}`)
  print(`    faults of the networks: ${JSON.stringify(result.networkFaults)}`)
  for (const [kind, found] of Object.entries(faults)) printFaults(found, kind, print)
  print(`    posts without a publish: ${missing}, of which not in the report: ${unreported.length}`)
  for (const part of ['api', 'workers'] as const) {
    const times = recovery[part].map(Math.round).join(', ')
    const late = (percentile(recovery[part], 1) ?? 0) > targets[part] ? ' MISSED' : ''
    print(`    ${part} after the promotion, ms: ${times} (at most ${targets[part]})${late}`)
  }
  print(`    load ${loadavg()[0]?.toFixed(1)}, ${result.dir}`)
}

type Shared = Omit<FailoverOptions, 'isSynchronous' | 'gateways' | 'workers' | 'networkFaultScale'>

/**
 * Kills the database server of a pair again and again: with a synchronous standby, where nothing may be doubled or lost,
 * and once with one that is `lagMs` behind, where nothing may be doubled, and posts without a publish are reported.
 */
export async function printFailovers(shared: Shared, print: Print): Promise<number> {
  const processes = { gateways: 2, workers: 2, networkFaultScale: 1 }
  const each = Math.ceil(shared.publishes / Math.max(1, shared.failovers))
  let faults = 0
  for (let done = 0; done < shared.failovers; done += perRound) {
    const failovers = Math.min(perRound, shared.failovers - done)
    const round = { ...shared, ...processes, seed: shared.seed + done, failovers, publishes: failovers * each }
    print(`  synchronous standby: ${failovers} failovers, ${round.publishes} publishes, seed ${round.seed}`)
    const result = await runFailovers({ ...round, isSynchronous: true })
    printResult(result, print)
    faults += faultCount(result.verdict) + result.missing
  }
  print(`  asynchronous standby ${shared.lagMs} ms behind: 1 failover, ${each} publishes, seed ${shared.seed}`)
  const result = await runFailovers({ ...shared, ...processes, failovers: 1, publishes: each, isSynchronous: false })
  printResult(result, print)
  return faults + result.verdict.faults.doubled.length + result.unreported.length
}
