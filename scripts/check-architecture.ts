// Checks the code against the rules of its architecture: imports, names, sizes, casts, words. Prints file:line, the rule and
// what broke it.
import { join } from 'node:path'
import { checkArchitecture } from './architecture/check.ts'

const { files, median, violations } = checkArchitecture(join(import.meta.dirname, '..'))
for (const { path, line, rule, found } of violations) console.log(`${path}:${line}  ${rule}: ${found}`)
console.log(`architecture: ${files} files, median ${median} lines, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
