// The tests that start the product as its users do: whole installations, which are killed, restored and looked at from
// outside; the steps of the documentation as they are written; programs in other languages. They are the files
// `*.system.ts`, in any package. With names, such as `restore` or `first-post/*`, only the tests of those files run.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { Suites } from './suites.ts'
import { addUp, forgetResults } from './test-totals.ts'

const root = join(import.meta.dirname, '..')
const names = process.argv.slice(2)
const result = 'dist/mocha-system.json'

/** Spec files by the folder of their package. The folder with most of them comes first, since it takes longest. */
function findSpecs(): [folder: string, specs: string[]][] {
  const wanted = (names.length === 0 ? ['*'] : names).map((name) => `test/**/${name}.system.ts`)
  const folders = [...globSync(['packages/*', 'apps/*'], { cwd: root }), 'scripts']
  return folders
    .map((folder): [string, string[]] => [folder, globSync(wanted, { cwd: join(root, folder) }).sort()])
    .filter(([, specs]) => specs.length > 0)
    .sort(([, one], [, other]) => other.length - one.length)
}

/** Runs the tests of a folder. */
function test(suites: Suites, folder: string, specs: readonly string[]): Promise<void> {
  const jobs = folder === 'apps/standalone' ? '4' : '2'
  // What one file alone prints is printed as its tests end.
  const parallel = specs.length === 1 ? [] : ['--parallel', '--jobs', jobs]
  const setup = './test/setup.ts'
  const required = existsSync(join(root, folder, setup)) ? ['--require', setup] : []
  const settings = ['--no-config', '--extension', 'ts', '--timeout', '900000', '--forbid-only']
  return suites.run('mocha', [...settings, ...parallel, ...required, ...specs], join(root, folder))
}

const found = new Map(findSpecs())
const folders = [...found.keys()]
if (folders.length === 0) throw new Error(`There are no tests named ${names.join(' or ')}.`)
forgetResults(root, folders, result)
const suites = await Suites.open({ TEST_RESULT: result })
try {
  await suites.runAll(folders, (folder) => test(suites, folder, found.get(folder) ?? []))
} finally {
  await suites.close()
}
const { passed, failed } = addUp(root, folders, console.log, result)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = suites.succeeded && failed === 0 ? 0 : 1
