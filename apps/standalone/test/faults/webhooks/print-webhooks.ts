import { loadavg } from 'node:os'
import { runWebhooks, type WebhookOptions } from './run-webhooks.ts'

const maxPrinted = 20

/** Prints how feed, journal, deliveries and networks differ after a storm. Returns the number of faults. */
export async function printWebhooks(options: WebhookOptions, print: (line: string) => void): Promise<number> {
  print(`seed ${options.seed}, ${options.writes} publishes, replies and messages, ${JSON.stringify(options.plan)}`)
  const result = await runWebhooks(options)
  const { faults, writeFaults, open, events, types, arrived, injected, networkFaults } = result
  print(`${events} events: ${JSON.stringify(types)}`)
  print(`arrived, repetitions included: ${JSON.stringify(arrived)}`)
  print(`faults injected: ${JSON.stringify(injected.counts)}; of the networks: ${JSON.stringify(networkFaults)}`)
  print(
    `storm ${result.stormSeconds.toFixed(0)} s, calm ${result.calmSeconds.toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`,
  )
  let count = writeFaults
  for (const [kind, found] of Object.entries<string[]>({ ...faults })) {
    count += found.length
    print(`  ${kind}: ${found.length}`)
    for (const fault of found.slice(0, maxPrinted)) print(`    ${fault}`)
  }
  const stillOpen = Object.values(open).reduce((sum, each) => sum + each, 0)
  print(`  writes: ${writeFaults}`)
  print(`  still open: ${JSON.stringify(open)}${options.keep ? `, ${result.dir}` : ''}`)
  return count + stillOpen
}
