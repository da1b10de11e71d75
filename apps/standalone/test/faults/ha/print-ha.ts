import { faultCount } from '../check.ts'
import { missingPrograms } from './processes.ts'
import { type HaRun, runHa } from './run-ha.ts'

/** Runs the part `ha` and prints what it found; returns the number of faults, 0 where programs are missing. */
export async function printHa(options: HaRun, print: (line: string) => void): Promise<number> {
  const missing = missingPrograms()
  if (missing.length > 0) {
    print(`skipped: this machine lacks ${missing.join(', ')}; infra/ha/README.md names the packages`)
    return 0
  }
  print(`seed ${options.seed}, ${options.publishes} publishes, ${options.kills} failures of the primary's host`)
  const { verdict, failovers, restart, networkFaults, dir } = await runHa(options)
  for (const { host, writable, api, workers } of failovers) {
    const times = [writable, api, workers].map((seconds) => seconds.toFixed(1))
    print(`${host} killed; seconds until writes, the API, the workers: ${times.join(', ')}; manual steps: 0`)
  }
  print(`gateways restarted one after the other: ${restart.failed.length} of ${restart.requests} requests failed`)
  for (const status of new Set(restart.failed)) print(`    status ${status}`)
  const { faults, ...counts } = verdict
  print(JSON.stringify(counts))
  for (const [kind, found] of Object.entries(faults)) {
    print(`  ${kind}: ${found.length}`)
    for (const { mark, found: what } of found) print(`    ${mark}: ${what}`)
  }
  print(`faults of the networks: ${JSON.stringify(networkFaults)}${options.keep ? `, ${dir}` : ''}`)
  return faultCount(verdict) + restart.failed.length
}
