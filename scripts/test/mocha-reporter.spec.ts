import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')

const hanging = `import { createServer } from 'node:net'
describe('a set-up that times out', () => {
  before(() => new Promise(() => createServer().listen(0)))
  it('never begins', () => {})
})`

describe('the reporter of all tests', function () {
  this.timeout(120_000)

  it('ends a run whose set-up timed out and left a server open, and names the package', () => {
    const dir = mkdtempSync(join(tmpdir(), 'carillon-hanging-'))
    try {
      writeFileSync(join(dir, 'hanging.spec.mjs'), hanging)
      const reporter = join(root, 'scripts/mocha-reporter.mjs')
      const arguments_ = ['--no-config', '--timeout', '50', '--reporter', reporter, 'hanging.spec.mjs']
      const env = { ...process.env, MOCHA_OPTIONS: '', TEST_EXIT_GRACE_MS: '500' }
      const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/mocha'), arguments_, {
        cwd: dir,
        env,
        encoding: 'utf8',
      })
      expect(status).to.equal(1)
      expect(stderr).to.contain(dir).and.contain('TCPServerWrap')
      const { failures } = JSON.parse(readFileSync(join(dir, 'dist/mocha.json'), 'utf8'))
      expect(failures).to.have.lengthOf(1)
      expect(failures[0]).to.match(/^a set-up that times out "before all" hook.*: Timeout of 50ms exceeded/)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
