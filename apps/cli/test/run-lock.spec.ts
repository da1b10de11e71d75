import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lockRun } from '../src/requests/run-lock.ts'
import { UsageError } from '../src/usage-error.ts'

describe('the lock of a run', () => {
  let dir: string
  let path: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-lock-'))
    path = join(dir, 'order-17')
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('keeps other processes out as long as it is held', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")'])
    await once(other.stdout, 'data')
    await writeFile(`${path}.lock-1`, String(other.pid))
    expect(() => lockRun(path, 'sends it')).to.throw(UsageError, `${path}.lock-1`)
    const gone = once(other, 'exit')
    other.kill('SIGKILL')
    await gone
    const release = lockRun(path, 'sends it')
    expect(readdirSync(dir)).to.deep.equal(['order-17.lock-2'])
    release()
    expect(readdirSync(dir)).to.deep.equal([])
  })

  it('is held while its file is being written', async () => {
    await writeFile(`${path}.lock-1`, '')
    expect(() => lockRun(path, 'sends it')).to.throw(UsageError)
  })
})
