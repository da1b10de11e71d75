import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { claimDataDir } from '../../src/data-dir-claim.ts'
import { StartError } from '../../src/start-error.ts'

const source = join(import.meta.dirname, '../../src/data-dir-claim.ts')

/** Claims the directory in another process, which ends without releasing it; returns its exit code. */
async function claimElsewhere(dir: string): Promise<number> {
  const script = `import { claimDataDir } from ${JSON.stringify(source)}; claimDataDir(${JSON.stringify(dir)})`
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script])
  return await run.then(
    () => 0,
    ({ code }) => code,
  )
}

describe('the claim of a data directory', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-claim-'))
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('holds against another process until it is released', async () => {
    const release = claimDataDir(dir)
    const claimed = await readFile(join(dir, 'standalone.pid'), 'utf8')
    expect(await claimElsewhere(dir)).to.equal(1)
    expect(await readFile(join(dir, 'standalone.pid'), 'utf8')).to.equal(claimed)
    expect(() => claimDataDir(dir), 'in the same process').to.throw(
      `already running in ${dir}, as process ${process.pid}`,
    )
    expect(await claimElsewhere(dir), 'after another attempt of the same process').to.equal(1)
    release()
    expect(existsSync(join(dir, 'standalone.pid'))).to.equal(false)
    expect(await claimElsewhere(dir)).to.equal(0)
  })

  it('goes to one of several processes that begin at the same time, also over an abandoned one', async () => {
    expect(await claimElsewhere(dir)).to.equal(0)
    // They stay until they are killed: the directory of one that ends is free again.
    const script = `
      import { claimDataDir } from ${JSON.stringify(source)}
      process.on('message', () => {
        try { globalThis.release = claimDataDir(${JSON.stringify(dir)}) } catch {}
        process.send('release' in globalThis)
      })
      process.send('ready')`
    const file = join(dir, 'racer.ts')
    await writeFile(file, script)
    const racers = Array.from({ length: 8 }, () => fork(file, { execArgv: [] }))
    try {
      await Promise.all(racers.map((racer) => once(racer, 'message')))
      const claims = racers.map((racer) => once(racer, 'message'))
      for (const racer of racers) racer.send('go')
      const won = (await Promise.all(claims)).filter(([claimed]) => claimed === true)
      expect(won).to.have.length(1)
    } finally {
      for (const racer of racers) racer.kill('SIGKILL')
    }
  })

  it('names a file of locks that cannot be opened', async () => {
    await mkdir(join(dir, 'standalone.lock'))
    expect(() => claimDataDir(dir)).to.throw(StartError, `${join(dir, 'standalone.lock')} cannot be locked`)
  })

  it('of a process that has ended is taken over', async () => {
    expect(await claimElsewhere(dir)).to.equal(0)
    const release = claimDataDir(dir)
    expect(await readFile(join(dir, 'standalone.pid'), 'utf8')).to.equal(`${process.pid}\n`)
    release()
  })
})
