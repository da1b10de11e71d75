import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')

const hanging = `import { createServer } from 'node:net'
describe('a set-up that times out', () => {
  before(() => new Promise(() => createServer().listen(0)))
  it('never begins', () => {})
})`

const looping = `describe('a test', () => {
  it('loops for ever', () => {
    for (;;);
  })
})`

const slow = `const pause = () => new Promise((done) => setTimeout(done, 20))
describe('a slow file', () => {
  before(pause)
  it('takes its time', pause)
})`

const failing = `import { readFileSync } from 'node:fs'
const read = () => readFileSync('/none')
describe('a test', () => {
  it('fails', () => {
    read()
  })
})`

/** Runs mocha in a directory with only these files, and reads what its reporter has written, null if it wrote nothing. */
function run(files: Record<string, string>, more: string[], settings: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-reporter-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
    const reporter = join(root, 'scripts/mocha-reporter.mjs')
    const env = { ...process.env, MOCHA_OPTIONS: '', TEST_EXIT_GRACE_MS: '500', ...settings }
    const { status, signal, stderr, error } = spawnSync(
      join(root, 'node_modules/.bin/mocha'),
      ['--no-config', '--reporter', reporter, ...more, ...Object.keys(files)],
      // It waits for every process that has its output open.
      { cwd: dir, env, encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL' },
    )
    const written = join(dir, settings['TEST_RESULT'] ?? 'dist/mocha.json')
    const result = existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')) : null
    return { dir, status, signal, stderr, error, result }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

describe('the reporter of all tests', function () {
  this.timeout(900_000)

  for (const [title, more] of [
    ['one after another', []],
    ['side by side', ['--parallel', '--jobs', '2']],
  ] as const) {
    it(`tells how long each file took that ran ${title}, its hooks included`, () => {
      const { status, result } = run({ 'one.spec.mjs': slow, 'two.spec.mjs': slow }, [...more])
      expect([status, result.passed]).to.deep.equal([0, 2])
      expect(result.files).to.have.all.keys('one.spec.mjs', 'two.spec.mjs')
      // Timers may be early by a millisecond.
      for (const ms of Object.values(result.files)) expect(ms).to.be.at.least(38)
    })

    it(`writes the totals of what ran ${title} to the file that TEST_RESULT names`, () => {
      const { result } = run({ 'one.spec.mjs': slow }, [...more], { TEST_RESULT: 'dist/others.json' })
      expect(result.passed).to.equal(1)
    })

    it(`tells where a test failed that ran ${title}`, () => {
      const { status, result } = run({ 'one.spec.mjs': failing, 'two.spec.mjs': slow }, [...more])
      expect(status).to.equal(1)
      expect(result.failures).to.have.lengthOf(1)
      expect(result.failures[0]).to.match(
        /^a test fails: ENOENT.*; at read \(one\.spec\.mjs:2:20\); at .*one\.spec\.mjs:5:5/,
      )
    })
  }

  it('ends a run whose set-up timed out and left a server open, and names the package', () => {
    const { dir, status, stderr, result } = run({ 'hanging.spec.mjs': hanging }, ['--timeout', '50'])
    expect(status).to.equal(1)
    expect(stderr).to.contain(dir).and.contain('TCPServerWrap')
    expect(result.failures).to.have.lengthOf(1)
    expect(result.failures[0]).to.match(/^a set-up that times out "before all" hook.*: Timeout of 50ms exceeded/)
  })

  for (const [title, more] of [
    ['the process', []],
    ['a process that it has started', ['--parallel', '--jobs', '2']],
  ] as const) {
    it(`ends a run in which a test of ${title} loops for ever`, () => {
      const files = { 'looping.spec.mjs': looping, 'slow.spec.mjs': slow }
      const { dir, signal, stderr, error, result } = run(files, [...more], { TEST_LIMIT_MS: '1500' })
      expect([error, signal, result]).to.deep.equal([undefined, 'SIGKILL', null])
      expect(stderr).to.contain(`${dir}: the tests have not ended within`)
    })
  }
})
