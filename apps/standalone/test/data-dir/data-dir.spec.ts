import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@carillon/embedded-postgres'
import { expect } from 'chai'
import { openDataDir } from '../../src/data-dir.ts'
import { keptEncryptionKeys } from '../../src/secrets.ts'
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

  it('keeps the encryption keys, and makes no others in the place of those that were lost', () => {
    const path = join(dir, 'seal-keys')
    const kept = keptEncryptionKeys(dir, { isFirstStart: true })
    expect(keptEncryptionKeys(dir, { isFirstStart: false })).to.equal(kept)
    expect(modeOf(path)).to.equal('600')
    writeFileSync(path, '')
    expect(() => keptEncryptionKeys(dir, { isFirstStart: false })).to.throw(StartError, `${path}, with the encryption`)
    expect(readFileSync(path, 'utf8')).to.equal('')
    rmSync(path)
    expect(() => keptEncryptionKeys(dir, { isFirstStart: false })).to.throw(StartError, 'Restore it from a backup')
    expect(existsSync(path)).to.equal(false)
  })

  it('has no encryption keys if they could not be written whole, and gets them with the next start', () => {
    // The file that is renamed when it is whole cannot be written.
    mkdirSync(join(dir, 'seal-keys.part'))
    expect(() => keptEncryptionKeys(dir, { isFirstStart: true })).to.throw()
    expect(existsSync(join(dir, 'seal-keys'))).to.equal(false)
    rmdirSync(join(dir, 'seal-keys.part'))
    expect(keptEncryptionKeys(dir, { isFirstStart: true })).to.match(/^1:/)
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
    const explanation = explained(failure, dir)
    expect(explanation).to.be.instanceOf(StartError).with.property('message').that.contains('has no PG_VERSION')
    expect(readFileSync(file, 'utf8')).to.equal('rows')
  })
})
