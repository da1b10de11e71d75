// One throw-away database server for the whole run; every package's tests run through turbo, and those of the scripts beside
// them. Arguments go to turbo: `npm test -- --filter=@carillon/domain` runs one package.
import { join } from 'node:path'
import { Suites } from './suites.ts'
import { addUp, forgetResults, testedFolders } from './test-totals.ts'
import { unseenCodes } from './unseen-codes.ts'

const root = join(import.meta.dirname, '..')
const chosen = process.argv.slice(2)
const folders = testedFolders(root)

/** The folders whose tests take longest, in that order: begun last, they would run alone at the end. */
const longest = [
  ...['packages/service', 'apps/standalone', 'apps/gateway', 'packages/providers', 'apps/sandbox'],
  ...['packages/database', 'scripts', 'apps/cli', 'packages/media', 'packages/contract', 'packages/outbound'],
]

forgetResults(root, folders)
if (chosen.length === 0) console.log('Running the tests of every package; this takes several minutes on two cores.')
const suites = await Suites.open()

/** Tests of packages. turbo starts each package's script by the package manager. */
function runTurbo(concurrency: number, selection: string[]): Promise<void> {
  const settings = [`--concurrency=${concurrency}`, '--continue', '--output-logs=errors-only', '--no-update-notifier']
  return suites.run('turbo', ['run', 'test', ...settings, ...selection], root)
}

try {
  if (chosen.length > 0) await runTurbo(3, chosen)
  else {
    const others = folders.filter((folder) => !longest.includes(folder))
    await suites.runAll([...longest, ...others], (folder) =>
      folder === 'scripts' ? suites.run('mocha', [], join(root, folder)) : runTurbo(1, [`--filter=./${folder}`]),
    )
  }
} finally {
  await suites.close()
}

const totals = addUp(root, chosen.length === 0 ? folders : [], console.log)
const unseen = chosen.length === 0 ? unseenCodes(root, folders) : []
if (unseen.length > 0) console.log(`failed: error codes that no test has seen: ${unseen.join(', ')}`)
const { passed, failed } = { passed: totals.passed, failed: totals.failed + unseen.length }
if (chosen.length === 0) console.log(`${passed} passed, ${failed} failed`)
process.exitCode = suites.succeeded && failed === 0 ? 0 : 1
