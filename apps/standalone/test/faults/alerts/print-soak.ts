import { isInstalled } from './prometheus.ts'
import { runSoak } from './run-soak.ts'

/** Runs the soak and prints what came of it; returns the number of alerts that fired, and 1 without Prometheus. */
export async function printSoak(
  options: Parameters<typeof runSoak>[0],
  print: (line: string) => void,
): Promise<number> {
  if (!isInstalled('prometheus')) {
    print('Prometheus is not installed on this machine; on Debian: apt-get install prometheus')
    return 1
  }
  const { fired, pending, load, publishes, reads } = await runSoak(options, print)
  print(`${options.minutes} minutes without faults, load ${load.min.toFixed(1)} to ${load.max.toFixed(1)}`)
  print(`  publishes ${JSON.stringify(publishes)}, reads ${JSON.stringify(reads)}`)
  print(`  ${fired.length} alerts fired, ${pending.length} conditions held for a moment`)
  return fired.length
}
