// Checks the code against the laws of its architecture: imports, names, sizes, casts, words. Prints file:line, the law and
// what broke it.
import { join } from 'node:path'
import { checkArchitecture } from './architecture/check.ts'

const { files, median, violations } = checkArchitecture(join(import.meta.dirname, '..'))
for (const { path, line, law, found } of violations) console.log(`${path}:${line}  ${law}: ${found}`)
console.log(`architecture: ${files} files, median ${median} lines, ${violations.length} violations`)
process.exitCode = violations.length === 0 ? 0 : 1
