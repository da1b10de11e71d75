// Measures what can be measured on one machine, each thing against a baseline in the same run or against a fixed bar.
// `npm run bench` runs every row, `npm run bench -- read upload-1` those two; the exit code is 1 when a bar is missed.
import { openInstallation } from './bench/installation.ts'
import { machineFacts, watchMachine } from './bench/machine.ts'
import type { Row } from './bench/measure.ts'
import { rows } from './bench/rows.ts'
import { missed, type Result, tableOf } from './bench/table.ts'

const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const unknown = wanted.filter((id) => !rows.some((row) => row.id === id))
if (words.includes('--help') || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no row ${unknown.join(', ')}.\n`)
  const lines = rows.map(({ id, about }) => `  ${id.padEnd(12)} ${about}`)
  const print = unknown.length > 0 ? console.error : console.log
  print(
    `npm run bench [-- <row> … --<option>=<number>]\n\nrows; docs/performance.md has their options:\n${lines.join('\n')}`,
  )
  process.exit(unknown.length > 0 ? 2 : 0)
}

console.log(machineFacts())
const results: Result[] = []
const failed: string[] = []
const installation = await openInstallation()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted = true
    installation.endProcesses().catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  })
}

async function runRow(row: Row): Promise<void> {
  const watch = watchMachine()
  console.log(`\n${row.id}: ${row.about}`)
  try {
    const measure = await row.run(installation)
    const result = { row, measure, machine: watch() }
    results.push(result)
    console.log(tableOf([result]))
  } catch (error) {
    failed.push(row.id)
    console.error(error)
  } finally {
    await installation.endProcesses()
  }
}

try {
  for (const row of rows) {
    if (!interrupted && (wanted.length === 0 || wanted.includes(row.id))) await runRow(row)
  }
} finally {
  await installation.close()
}

const below = results.filter((result) => missed(result).length > 0).map(({ row }) => row.id)
console.log(`\n${machineFacts()}\n\n${tableOf(results)}\n`)
if (below.length > 0) console.log(`missed: ${below.join(', ')}`)
if (failed.length > 0) console.log(`could not be measured: ${failed.join(', ')}`)
process.exitCode = below.length + failed.length > 0 || interrupted ? 1 : 0
