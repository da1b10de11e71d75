import { loadavg } from 'node:os'
import { faultCount } from '../check.ts'
import { missingPrograms } from '../ha/processes.ts'
import { runUpgrade, type UpgradeRun } from './run-upgrade.ts'
import { lastRelease } from './versions.ts'

type Options = Omit<UpgradeRun, 'from'> & { from: string | undefined }

/** Runs the part `upgrade` and prints what it found; returns the number of faults, 0 where it cannot be run. */
export async function printUpgrade(options: Options, print: (line: string) => void): Promise<number> {
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
  const { verdict, steps, publishes, dir } = await runUpgrade({ ...options, from }, print)
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
