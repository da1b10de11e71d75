import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    child.stderr.on('data', (chunk) => {
      complained += chunk
    })
    const ended = once(child, 'close')
    // The servers of the sandbox have a folder for their files as soon as the sandbox is started.
    while (!existsSync(join(dir, 'sandbox-tmp'))) await sleep(10)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect([...(await ended), complained]).to.deep.equal([0, null, ''])
    expect(said).to.equal('Carillon has stopped.\n')
    expect(existsSync(join(dir, 'standalone.pid'))).to.equal(false)
  })
  it('with a DATABASE_URL_FILE that is missing or empty says so, and starts no database instead', async () => {
    const files = [join(dir, 'none'), join(dir, 'empty')]
    await writeFile(join(dir, 'empty'), '\n')
    for (const file of files) {
      const env = { ...childEnv, DATA_DIR: join(dir, 'data'), DATABASE_URL_FILE: file }
      const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const [complained, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
      expect([code, complained]).to.deep.equal([
        1,
        `Carillon cannot start. DATABASE_URL_FILE is "${file}", which is empty or cannot be read.\n`,
      ])
      expect(existsSync(join(dir, 'data'))).to.equal(false)
    }
  })
})
