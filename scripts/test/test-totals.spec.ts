import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { addUp, forgetResults, testedFolders } from '../test-totals.ts'

describe('test totals', () => {
  let root: string

  function write(path: string, content: object): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(content))
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'totals-'))
    write('packages/one/package.json', { scripts: { test: 'mocha' } })
    write('packages/untested/package.json', { scripts: {} })
    write('apps/two/package.json', { scripts: { test: 'mocha' } })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('knows what is tested', () => {
    expect(testedFolders(root)).to.deep.equal(['packages/one', 'apps/two', 'scripts'])
  })

  it('adds up and prints a line for each', () => {
    const files = { 'a.spec.ts': 1, 'b.spec.ts': 3 }
    write('packages/one/dist/mocha.json', {
      passed: 3,
      failed: 1,
      skipped: 2,
      duration: 5,
      files,
      failures: ['a title: a reason'],
    })
    write('apps/two/dist/mocha.json', { passed: 4, failed: 0, skipped: 0, duration: 6 })
    const lines: string[] = []
    const totals = addUp(root, ['packages/one', 'apps/two'], (line) => lines.push(line))
    expect(totals).to.deep.equal({ passed: 7, failed: 1 })
    expect(lines).to.deep.equal([
      'packages/one: 3 passed, 1 failed, 2 skipped in 5 ms, 3 ms of it in b.spec.ts',
      'failed: packages/one: a title: a reason',
      'apps/two: 4 passed, 0 failed in 6 ms',
    ])
  })

  it('counts a suite that left no result, or only an old one, as failed', () => {
    write('packages/one/dist/mocha.json', { passed: 3, failed: 0, skipped: 0, duration: 5 })
    forgetResults(root, ['packages/one'])
    expect(addUp(root, ['packages/one'], () => undefined)).to.deep.equal({ passed: 0, failed: 1 })
  })
})
