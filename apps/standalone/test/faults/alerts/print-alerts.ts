import { loadavg } from 'node:os'
import { isInstalled } from './prometheus.ts'
import { type AlertResult, type AlertsOptions, runAlerts } from './run-alerts.ts'

const isFault = ({ expected, seconds, unexplained }: AlertResult): boolean =>
  expected !== null && (seconds === null || unexplained.length > 0)

/**
 * Runs every fault and stall and prints which alerts fired; returns the number of those that did not, of alerts that
 * nothing explains, and of queries of dashboards without data. It is 1 without Prometheus.
 */
export async function printAlerts(options: AlertsOptions, print: (line: string) => void): Promise<number> {
  if (!isInstalled('prometheus')) {
    print('Prometheus is not installed on this machine; on Debian: apt-get install prometheus')
    return 1
  }
  print(`durations of the rules divided by ${options.factor}`)
  const { results, empty } = await runAlerts(options, (result) => {
    const { name, expected, seconds, also, unexplained } = result
    if (expected === null) return print(`${name}: skipped, this machine does not allow it`)
    const fired = seconds === null ? `${expected} DID NOT FIRE` : `${expected} after ${seconds} s`
    const others = [...also.map((alert) => `also ${alert}`), ...unexplained.map((alert) => `UNEXPLAINED ${alert}`)]
    print(`${name}: ${[fired, ...others].join(', ')}, load ${loadavg()[0]?.toFixed(1)}`)
  })
  for (const query of empty) print(`  dashboard without data: ${query}`)
  return results.filter(isFault).length + empty.length
}
