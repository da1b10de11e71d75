import { seeded } from '../random.ts'
import { runStalls, type StallResult } from './run-stalls.ts'
import { locks, stalls } from './stall-table.ts'

interface PrintOptions {
  seed: number
  /** Only stalls whose name contains one of these words, separated by commas. */
  matching: string | undefined
  /** How many tables besides the busiest ones are locked for a minute. */
  locks: number
  keep: boolean
}

/** Runs all stalls, or those that match, and prints what came of each; returns the number of faults. */
export async function printStalls(options: PrintOptions, print: (line: string) => void): Promise<number> {
  const words = options.matching?.split(',') ?? ['']
  const show = ({ name, seconds, faults, found, isSkipped, statuses, ...figures }: StallResult) => {
    if (isSkipped) return print(`${name}: skipped, this machine does not allow it`)
    print(`${name}, ${seconds} s: ${faults} faults, ${JSON.stringify(figures)}`)
    print(`  ${JSON.stringify(statuses)}`)
    for (const what of found) print(`    ${what}`)
  }
  const results = await runStalls({
    ...{ seed: options.seed, networks: ['x', 'facebook', 'instagram'], gateways: 2, workers: 2, keep: options.keep },
    choose: (tables) =>
      [...stalls, ...locks(tables, seeded(options.seed), options.locks)].filter(({ name }) =>
        words.some((word) => name.includes(word)),
      ),
    report: show,
  })
  return results.reduce((sum, { faults }) => sum + faults, 0)
}
