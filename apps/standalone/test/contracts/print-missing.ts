// Prints which of the networks' contracts CONTRACTS_DIR lacks. Fails if the check cannot run: with --partial, it needs the
// contracts of one network at least.
import { missingSources, sources } from './sources.ts'

const missing = missingSources(process.env['CONTRACTS_DIR'] || undefined)
for (const { path, networks, from } of missing) {
  console.log(`not in CONTRACTS_DIR: ${path}\n  ${from}\n  not checked without it: ${networks.join(', ')}`)
}
const isPartial = process.argv.includes('--partial') && missing.length < sources.length
if (missing.length > 0 && !isPartial) {
  console.log('Set CONTRACTS_DIR to a folder with these files. With --partial, the other networks are checked.')
  process.exitCode = 1
}
