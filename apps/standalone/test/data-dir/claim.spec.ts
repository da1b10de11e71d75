import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { claimDataDir } from '../../src/data-dir-claim.ts'

const source = join(import.meta.dirname, '../../src/data-dir-claim.ts')

/** Claims the directory in a process of another time zone and language; returns its exit code. */
async function claimElsewhere(dir: string): Promise<number> {
  const script = `import { claimDataDir } from ${JSON.stringify(source)}; claimDataDir(${JSON.stringify(dir)})`
  const env = { PATH: process.env['PATH'], TZ: 'Asia/Tokyo', LC_ALL: 'C' }
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script], { env })
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

  it('holds against a process with another time zone', async () => {
    const release = claimDataDir(dir)
    const claimed = await readFile(join(dir, 'standalone.pid'), 'utf8')
    expect(await claimElsewhere(dir)).to.equal(1)
    expect(await readFile(join(dir, 'standalone.pid'), 'utf8')).to.equal(claimed)
    release()
    expect(await claimElsewhere(dir)).to.equal(0)
  })

  it('goes to one of several processes that begin at the same time, also over an abandoned one', async () => {
    expect(await claimElsewhere(dir)).to.equal(0)
    const script = `
      import { claimDataDir } from ${JSON.stringify(source)}
      process.once('message', () => {
        let claimed = true
        try { claimDataDir(${JSON.stringify(dir)}) } catch { claimed = false }
        process.send(claimed)
      })
      process.send('ready')`
    const file = join(dir, 'racer.ts')
    await writeFile(file, script)
    const racers = Array.from({ length: 6 }, () => fork(file, { execArgv: [] }))
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

  it('is made on a file system without links', async () => {
    const link = () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
    }
    const release = claimDataDir(dir, link)
    expect(await readFile(join(dir, 'standalone.pid'), 'utf8')).to.match(new RegExp(`^${process.pid}\n`))
    expect(() => claimDataDir(dir, link)).to.throw('already running')
    release()
    expect(await readdir(dir)).to.deep.equal([])
  })

  it('of a process that has ended is taken over', async () => {
    expect(await claimElsewhere(dir)).to.equal(0)
    claimDataDir(dir)
    expect(await readFile(join(dir, 'standalone.pid'), 'utf8')).to.match(new RegExp(`^${process.pid}\n`))
  })
})
