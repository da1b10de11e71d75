import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
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

  it('takes from other users what an earlier start under a umask of 000, or a backup, has left them', () => {
    writeFileSync(join(dir, 'environment.json'), '{}')
    for (const name of ['media', 'spool', 'sandbox', 'postgres-18', 'project']) mkdirSync(join(dir, name))
    for (const name of ['seal-keys', 'organization.json', 'organization-0123456789ab.json', 'notes.txt']) {
      writeFileSync(join(dir, name), 'x')
      chmodSync(join(dir, name), 0o666)
    }
    for (const name of ['media', 'spool', 'sandbox', 'postgres-18', 'project']) chmodSync(join(dir, name), 0o777)
    openDataDir(dir)
    const modes = readdirSync(dir).map((name) => [name, modeOf(join(dir, name))])
    expect(Object.fromEntries(modes)).to.deep.include({
      ...{ media: '700', spool: '700', sandbox: '700', 'postgres-18': '755', project: '777' },
      ...{ 'seal-keys': '600', 'organization.json': '600', 'organization-0123456789ab.json': '600' },
      ...{ 'environment.json': '600', 'notes.txt': '666' },
    })
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

  it('keeps the encryption keys', () => {
    const path = join(dir, 'seal-keys')
    writeFileSync(path, '1:kept\n')
    writeFileSync(join(dir, 'organization.json'), '{}')
    expect(keptEncryptionKeys(dir)).to.deep.equal({ value: '1:kept', areNew: false })
  })

  it('gets new encryption keys only if no earlier start has used it, with whatever database', () => {
    expect(keptEncryptionKeys(dir).areNew).to.equal(true)
    const path = join(dir, 'seal-keys')
    const complaint = `${path}, with the encryption keys, is missing`
    for (const file of ['organization.json', 'organization-0123456789ab.json']) {
      writeFileSync(join(dir, file), '{}')
      expect(() => keptEncryptionKeys(dir), file).to.throw(StartError, complaint)
      writeFileSync(path, '')
      expect(() => keptEncryptionKeys(dir), file).to.throw(StartError, 'Restore it from a backup')
      expect(readFileSync(path, 'utf8')).to.equal('')
      rmSync(path)
      rmSync(join(dir, file))
    }
  })

  it('says where the encryption keys of the last start are if their file is lost', () => {
    const environment = join(dir, 'environment.json')
    writeFileSync(environment, JSON.stringify({ ENCRYPTION_KEYS: '1:kept' }))
    expect(() => keptEncryptionKeys(dir)).to.throw(StartError, `Copy the value of ENCRYPTION_KEYS in ${environment}`)
    writeFileSync(environment, JSON.stringify({ DATABASE_URL: 'postgres://127.0.0.1/x' }))
    expect(keptEncryptionKeys(dir).areNew, 'the last start had them from its environment').to.equal(true)
  })

  it('has a database under a umask of 077 or 000, and no other user can change its folder', async () => {
    // As root, the server's user reaches the first folder and not the second one.
    for (const [mask, mode] of [
      [0o077, 0o711],
      [0o077, 0o700],
      [0o000, 0o711],
    ] as const) {
      chmodSync(dir, mode)
      const umask = process.umask(mask)
      try {
        const server = await startPostgres({ dir: join(dir, `postgres-${mask}-${mode}`) })
        const found = statSync(server.dir).mode & 0o022
        await server.stop()
        expect(found, `umask ${mask.toString(8)}`).to.equal(0)
      } finally {
        process.umask(umask)
      }
    }
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

  it('can be used after a start that was killed while it created the cluster, in a process with the same id', async () => {
    openDataDir(dir)
    const left = join(dir, `init-${process.pid}`)
    mkdirSync(left)
    writeFileSync(join(left, 'PG_VERSION'), '18')
    const server = await startPostgres({ dir, ephemeral: true })
    await server.stop()
  })

  it('can be used after a crash whose server had the id of another process, also where `ps` is not installed', async () => {
    openDataDir(dir)
    const crashed = await startPostgres({ dir })
    await crashed.stop()
    writeFileSync(join(crashed.dir, 'data/postmaster.pid'), `${process.pid}\n`)
    const programs = join(dir, 'programs')
    mkdirSync(programs)
    symlinkSync(execFileSync('/bin/sh', ['-c', 'command -v id'], { encoding: 'utf8' }).trim(), join(programs, 'id'))
    const { PATH } = process.env
    process.env['PATH'] = programs
    try {
      const server = await startPostgres({ dir })
      await server.stop()
    } finally {
      process.env['PATH'] = PATH
    }
  })

  it('cannot have a server where no binaries are installed for the platform, which says what to do', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
    Object.defineProperty(process, 'platform', { ...platform, value: 'plan9' })
    const failure = await startPostgres({ dir }).catch((error: unknown) => error)
    Object.defineProperty(process, 'platform', platform)
    const explanation = explained(failure, dir)
    expect(explanation).to.be.instanceOf(StartError).with.property('message').that.contains('set DATABASE_URL')
  })
})
