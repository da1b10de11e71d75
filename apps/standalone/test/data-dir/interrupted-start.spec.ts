import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'

const main = join(import.meta.dirname, '../../src/main.ts')

describe('npm start', () => {
  let dir: string
  let database: Awaited<ReturnType<typeof freshDatabase>>
  before(async () => {
    ;[dir, database] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-start-')), freshDatabase()])
  })
  after(async () => {
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('that is stopped by Ctrl-C while it starts says that it has stopped, and releases its directory', async () => {
    const env = { ...childEnv, DATA_DIR: dir, DATABASE_URL: database.url, GATEWAY_PORT: '', SANDBOX_PORT: '' }
    // With a group of its own: a terminal sends Ctrl-C to every process of it.
    const child = spawn(process.execPath, [main], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let [said, complained] = ['', '']
    child.stdout.on('data', (text) => {
      said += text
    })
    child.stderr.on('data', (text) => {
      complained += text
    })
    const ended = once(child, 'close')
    // The servers of the sandbox have a folder for their files as soon as the sandbox is started.
    while (!existsSync(join(dir, 'sandbox-tmp'))) await sleep(10)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect([...(await ended), complained]).to.deep.equal([0, null, ''])
    expect(said).to.equal('Carillon has stopped.\n')
    expect(existsSync(join(dir, 'standalone.pid'))).to.equal(false)
  })
})
