import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
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

  it('of a process that has ended is taken over', async () => {
    expect(await claimElsewhere(dir)).to.equal(0)
    claimDataDir(dir)
    expect(await readFile(join(dir, 'standalone.pid'), 'utf8')).to.match(new RegExp(`^${process.pid}\n`))
  })
})
