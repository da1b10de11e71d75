import { loadavg } from 'node:os'
import { missingProgram } from '../../installed.ts'
import { faultCount } from '../check.ts'
import { missingPrograms } from '../ha/processes.ts'
import { type ProxyName, proxyRows } from '../proxies/configurations.ts'
import { runUpgrade, type UpgradeRun } from './run-upgrade.ts'
import { lastRelease } from './versions.ts'

type Options = Omit<UpgradeRun, 'from' | 'proxy'> & { from: string | undefined; proxies: readonly string[] }
type Print = (line: string) => void

/** Upgrades behind one proxy, and prints what it found; returns the number of faults and failed requests. */
async function printBehind(options: UpgradeRun, print: Print): Promise<number> {
  const { verdict, steps, publishes, dir } = await runUpgrade(options, print)
  for (const [name, { failed }] of Object.entries({ ...steps, publishes })) {
    for (const status of new Set(failed)) print(`    ${name}: status ${status}`)
  }
  print(`publishes: ${publishes.failed.length} of ${publishes.requests} requests failed`)
  const { faults, ...counts } = verdict
  print(JSON.stringify(counts))
  for (const [kind, found] of Object.entries(faults)) {
    print(`  ${kind}: ${found.length}`)
    for (const { mark, found: what } of found) print(`    ${mark}: ${what}`)
  }
  print(`load ${loadavg()[0]?.toFixed(1)}${options.keep ? `, ${dir}` : ''}`)
  const failures = [...Object.values(steps), publishes].reduce((sum, { failed }) => sum + failed.length, 0)
  return faultCount(verdict) + failures
}

const isProxy = (name: string): name is ProxyName => name in proxyRows

/** Runs the part `upgrade` behind each proxy that is installed; returns the number of faults, 0 where it cannot be run. */
export async function printUpgrade({ proxies, ...options }: Options, print: Print): Promise<number> {
  const unknown = proxies.filter((name) => !isProxy(name))
  if (unknown.length > 0) throw new Error(`--proxies takes ${Object.keys(proxyRows).join(', ')}`)
  const missing = missingPrograms()
  const from = options.from ?? (await lastRelease())
  if (missing.length > 0 || from === null) {
    const reason = from === null ? 'there is no release before this one; name a commit with --from' : ''
    print(
      `skipped: ${[...missing.map((program) => `this machine lacks ${program}`), reason].filter(Boolean).join('; ')}`,
    )
    return 0
  }
  print(`seed ${options.seed}, N: ${from}, N + 1: the working tree with one migration more`)
  let faults = 0
  for (const proxy of proxies.filter(isProxy)) {
    const { program, file } = proxyRows[proxy]
    const isMissing = missingProgram([program]) !== undefined
    print(isMissing ? `${proxy}: skipped, this machine lacks ${program}` : `behind ${proxy} with infra/${file}`)
    if (!isMissing) faults += await printBehind({ ...options, from, proxy }, print)
  }
  return faults
}
