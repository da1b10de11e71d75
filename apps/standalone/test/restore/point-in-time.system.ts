import { execFile, execFileSync } from 'node:child_process'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runCommand } from '@carillon/admin'
import { openDb, openPool, upsertAccount } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { accountRow, ownPort } from '@carillon/testkit'
import { expect } from 'chai'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/scaling.md'), 'utf8')
const [, section = ''] = /\n## Point-in-time recovery\n([\s\S]*?)\n## /.exec(page) ?? []

/** The shell blocks of the section, which are indented as parts of lists. */
const steps = [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
  block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
)

/** The newest PostgreSQL of this machine with all programs of a server; the embedded one has no `pg_basebackup`. */
function programs(): string | undefined {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  return versions
    .map((version) => join(base, version, 'bin'))
    .find((bin) => ['initdb', 'pg_basebackup', 'psql'].every((name) => existsSync(join(bin, name))))
}

describe('point-in-time recovery, by the steps of docs/scaling.md', function () {
  this.timeout(300_000)
  const bin = programs()
  const log = createLogger({ name: 'test', level: 'silent' })
  let dir: string
  let env: Record<string, string | undefined>
  let databaseUrl: string
  let run: (script: string) => Promise<string>

  before(async function () {
    // Skipped on machines without Debian's packages `postgresql` and `postgresql-client`.
    if (bin === undefined) return this.skip()
    dir = mkdtempSync(join(tmpdir(), 'carillon-pitr-'))
    const asRoot = process.getuid?.() === 0
    const owner = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
    const who = asRoot ? { uid: owner('-u'), gid: owner('-g') } : {}
    if (who.uid !== undefined) chownSync(dir, who.uid, who.gid)
    chmodSync(dir, 0o755)
    const folders = { PGDATA: join(dir, 'data'), BACKUP: join(dir, 'backup'), RESTORED: join(dir, 'restored') }
    env = {
      PATH: `${bin}:${process.env['PATH']}`,
      LC_ALL: 'C.UTF-8',
      PGHOST: '127.0.0.1',
      PGUSER: 'postgres',
      ...folders,
    }
    run = async (script) => {
      const options = { cwd: dir, env, ...who, timeout: 120_000 }
      return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options)).stdout.trim()
    }
    await run(`initdb --auth=trust --encoding=UTF8 --locale=C.UTF-8 > init.log
      echo "unix_socket_directories = ''" >> "$PGDATA/postgresql.conf"`)
    await start(3)
    await run('createdb carillon')
  })

  /** Starts the server at a free port; at another one when a neighbour took that port meanwhile. */
  async function start(attempts: number): Promise<void> {
    const port = await ownPort()
    databaseUrl = `postgres://postgres@127.0.0.1:${port}/carillon`
    env['PGPORT'] = String(port)
    const script = `echo "port = ${port}" >> "$PGDATA/postgresql.conf"
      pg_ctl start --silent --timeout=110 --log="$PGDATA/start.log"`
    await run(script).catch(async (cause: unknown) => {
      if (attempts > 1) return start(attempts - 1)
      throw new Error(await run('tail -n 20 "$PGDATA/start.log"'), { cause })
    })
  }
  after(async () => {
    if (bin === undefined) return
    for (const data of ['RESTORED', 'PGDATA']) {
      await run(`pg_ctl stop --silent --mode=immediate --pgdata="$${data}"`).catch(() => '')
    }
    rmSync(dir, { recursive: true, force: true })
  })

  const settings = () => ({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: join(dir, 'media'),
    SPOOL_DIR: join(dir, 'spool'),
  })
  const admin = (...words: string[]) => runCommand(words, { env: settings(), log })

  async function query(text: string, values: unknown[] = []) {
    const pool = openPool({ url: databaseUrl, log, max: 1 })
    try {
      return (await pool.query(text, values)).rows
    } finally {
      await pool.end()
    }
  }

  /** A publish that waits for a worker. */
  async function openWrite(requestId: string): Promise<void> {
    const [profile] = await query('select id, organization_id from profile limit 1')
    const pool = openPool({ url: databaseUrl, log, max: 1 })
    const owner = { organizationId: profile.organization_id, profileId: profile.id }
    const account = await upsertAccount(openDb(pool), accountRow({ ...owner, platform: 'x', now: new Date() }))
    await pool.end()
    await query(
      `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status,
        payload, state, wake_at, created_at, updated_at)
      values ($1, 'publish', $2, $3, $4, 'x', $5, 'processing', '{}', '{}', now(), now(), now())`,
      [randomUUIDv7(), owner.organizationId, owner.profileId, account, requestId],
    )
  }

  it('has steps for archiving, the base backup and the restore', () => expect(steps).to.have.length(3))

  it('brings back what was there at the moment, and marks what was open', async () => {
    const [archive = '', backup = '', restore = ''] = steps
    await admin('migrate')
    await run(archive)
    await admin('organization', 'create', '--name', 'Before the backup')
    await run(backup)
    await admin('organization', 'create', '--name', 'After the backup')
    await openWrite('open.at.the.target')
    const [{ target }] = await query(`select clock_timestamp()::text as target`)
    await openWrite('after.the.target')
    await query('delete from external_write')
    await query('select pg_switch_wal()')
    await run(`pg_ctl stop --silent`)
    mkdirSync(join(dir, 'media'), { recursive: true })
    env['TARGET'] = target
    await run(restore)

    const names = await query('select name from organization order by id')
    expect(names.map(({ name }) => name)).to.deep.equal(['Before the backup', 'After the backup'])
    const since = new Date(target).toISOString()
    expect(await admin('restore', 'note', '--since', since)).to.include({ writes: 1 })
    const open = await query('select request_id, restored_from is not null as restored from external_write')
    expect(open).to.deep.equal([{ request_id: 'open.at.the.target', restored: true }])
  })
})
