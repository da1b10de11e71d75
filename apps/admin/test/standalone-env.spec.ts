import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv } from '@carillon/testkit'
import { expect } from 'chai'
import { standaloneEnv } from '../src/standalone-env.ts'

describe('the settings of npm start', () => {
  // Nothing listens there.
  const settings = {
    DATABASE_URL: 'postgres://postgres@127.0.0.1:9/postgres',
    ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
  }
  let dir: string
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'carillon-settings-'))
    writeFileSync(join(dir, 'environment.json'), JSON.stringify(settings))
    writeFileSync(join(dir, 'same'), `${settings.DATABASE_URL}\n`)
    writeFileSync(join(dir, 'other'), 'postgres://elsewhere/carillon\n')
  })
  after(() => rmSync(dir, { recursive: true, force: true }))

  it('are used if the environment names no database, or the same one', () => {
    const nothing = [{}, { DATABASE_URL_FILE: ' ' }]
    for (const named of [
      ...nothing,
      { DATABASE_URL: settings.DATABASE_URL },
      { DATABASE_URL_FILE: join(dir, 'same') },
    ]) {
      expect(standaloneEnv(named, dir)).to.deep.equal(settings)
    }
    expect(standaloneEnv({ DATA_DIR: dir }, join(dir, 'none'))).to.deep.equal(settings)
  })

  it('are not used for another database, whether it is named by its URL or by a file', () => {
    const others = [
      { DATABASE_URL: 'postgres://elsewhere/carillon' },
      { DATABASE_URL_FILE: join(dir, 'other') },
      { DATABASE_URL: settings.DATABASE_URL, DATABASE_URL_FILE: join(dir, 'other') },
      { DATABASE_URL_FILE: join(dir, 'none') },
    ]
    for (const named of others) expect(standaloneEnv(named, dir), JSON.stringify(named)).to.deep.equal({})
  })

  it('of one that was stopped lead to a message that says so', async () => {
    const main = join(import.meta.dirname, '../src/main.ts')
    // Empty variables are settings that are not set; a file with CRLF leaves a CR in the values.
    for (const more of [
      {},
      { DATABASE_URL: '', ENCRYPTION_KEYS: ' ' },
      { DATABASE_URL: `${settings.DATABASE_URL}\r` },
    ]) {
      const env = { ...childEnv, DATA_DIR: dir, ...more }
      const run = promisify(execFile)(process.execPath, [main, 'migrate'], { env })
      const failure = await run.catch((error: unknown) => error)
      expect(failure, JSON.stringify(more)).to.have.property('code', 1)
      expect(failure).to.have.property('stderr').that.contains('ECONNREFUSED').and.contains('npm start')
    }
  })
})
