import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@carillon/embedded-postgres'
import { expect } from 'chai'
import { openDataDir } from '../../src/data-dir.ts'
import { keptSecret } from '../../src/secrets.ts'
import { explained, StartError } from '../../src/start-error.ts'

describe('the data directory', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-data-'))
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const own = process.getuid?.() === 0 ? '711' : '700'

  it('is private', () => {
    openDataDir(join(dir, 'new'))
    expect(modeOf(join(dir, 'new'))).to.equal(own)
    chmodSync(dir, 0o755)
    writeFileSync(join(dir, 'environment.json'), '{}')
    openDataDir(dir)
    expect(modeOf(dir), 'one that was restored').to.equal(own)
  })

  it('keeps its mode if it has files of others, such as /tmp', () => {
    chmodSync(dir, 0o777)
    writeFileSync(join(dir, 'other'), '')
    openDataDir(dir)
    expect(modeOf(dir)).to.equal('777')
  })

  it('that cannot be written is reported with what to do', () => {
    writeFileSync(join(dir, 'file'), '')
    for (const path of ['file', 'file/below']) {
      const wanted = join(dir, path)
      expect(() => openDataDir(wanted), path).to.throw(StartError, 'set DATA_DIR to another directory')
    }
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
    expect(explained(full, dir)).to.be.instanceOf(StartError).with.property('message').that.contains('no space is left')
    const elsewhere = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'spawn', path: '/usr/bin/none' })
    expect(explained(elsewhere, dir)).to.equal(elsewhere)
  })

  it('keeps a secret, and makes no other in the place of one that was lost', () => {
    const kept = keptSecret(dir, 'secret', () => 'first')
    expect(keptSecret(dir, 'secret', () => 'second')).to.equal(kept)
    expect(modeOf(join(dir, 'secret'))).to.equal('600')
    writeFileSync(join(dir, 'secret'), '')
    expect(() => keptSecret(dir, 'secret', () => 'third')).to.throw(StartError, `${join(dir, 'secret')} is empty`)
    expect(readFileSync(join(dir, 'secret'), 'utf8')).to.equal('')
  })

  it('has no secret if it could not be written whole', () => {
    // The file that is renamed when it is whole cannot be written.
    mkdirSync(join(dir, 'secret.part'))
    expect(() => keptSecret(dir, 'secret', () => 'first')).to.throw()
    expect(existsSync(join(dir, 'secret'))).to.equal(false)
  })

  it('keeps what is in the folder of the cluster but is no cluster', async () => {
    // Accessible to the user of the server.
    openDataDir(dir)
    const file = join(dir, 'data/base/1')
    mkdirSync(join(dir, 'data/base'), { recursive: true })
    writeFileSync(file, 'rows')
    const failure = await startPostgres({ dir }).then(
      (server) => server.stop(),
      (error: unknown) => error,
    )
    expect(failure).to.be.instanceOf(Error).with.property('message').that.contains('has no PG_VERSION')
    expect(readFileSync(file, 'utf8')).to.equal('rows')
  })
})
