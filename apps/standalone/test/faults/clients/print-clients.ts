import { type ClientsOptions, runClients } from './run-clients.ts'

/** Runs clients under faults and prints what they told; returns the number of faults. */
export async function printClients(options: ClientsOptions, print: (line: string) => void): Promise<number> {
  const { clients, kinds } = options
  print(`seed ${options.seed}, ${options.writes} writes (${kinds.join(', ')}) of each of ${clients.join(', ')}`)
  const { told, exchanges, proxyFaults, kills, notBegun, faults } = await runClients(options)
  for (const [name, count] of Object.entries(told).toSorted()) print(`  ${name}: ${count}`)
  print(`${exchanges} exchanges, faults of the proxy: ${JSON.stringify(proxyFaults)}; gateways killed: ${kills}`)
  if (notBegun > 0) print(`${notBegun} writes were not begun in the time`)
  for (const [kind, found] of Object.entries(faults)) {
    print(`  ${kind}: ${found.length}`)
    for (const line of found) print(`    ${line}`)
  }
  return Object.values(faults).flat().length
}
