import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Totals {
  passed: number
  failed: number
}

interface Suite extends Totals {
  skipped: number
  duration: number
  /** The failed tests, a line each. */
  failures?: string[]
  /** Milliseconds by spec file. */
  files?: Record<string, number>
}

/** Where a folder's tests leave their totals. */
const RESULT = 'dist/mocha.json'

/** The folders whose package says how to test it, and the scripts. */
export function testedFolders(root: string): string[] {
  const packages = ['packages', 'apps'].flatMap((top) =>
    readdirSync(join(root, top))
      .map((name) => join(top, name))
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .filter((folder) => {
        const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
        return scripts?.test !== undefined
      }),
  )
  return [...packages, 'scripts']
}

/** Removes what an earlier run left in `result`, relative to each folder. */
export function forgetResults(root: string, folders: string[], result = RESULT): void {
  for (const folder of folders) rmSync(join(root, folder, result), { force: true })
}

/**
 * Prints a line per suite and adds them up; failed tests are named in lines of their own, which begin with `failed: `.
 * A suite that ended without a result counts as one failure.
 */
export function addUp(root: string, folders: string[], print: (line: string) => void, result = RESULT): Totals {
  const totals = { passed: 0, failed: 0 }
  for (const folder of folders) {
    const path = join(root, folder, result)
    if (!existsSync(path)) {
      totals.failed++
      print(`failed: ${folder}: no result`)
      continue
    }
    const suite = JSON.parse(readFileSync(path, 'utf8')) as Suite
    totals.passed += suite.passed
    totals.failed += suite.failed
    const skipped = suite.skipped > 0 ? `, ${suite.skipped} skipped` : ''
    const [longest] = Object.entries(suite.files ?? {}).toSorted(([, one], [, other]) => other - one)
    const slowest = longest ? `, ${longest[1]} ms of it in ${longest[0]}` : ''
    print(`${folder}: ${suite.passed} passed, ${suite.failed} failed${skipped} in ${suite.duration} ms${slowest}`)
    for (const failure of suite.failures ?? []) print(`failed: ${folder}: ${failure}`)
  }
  return totals
}
