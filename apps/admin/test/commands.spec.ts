import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeExternalWrite, insertExternalWrite, openDb, openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { authenticate, type Context, createContext, jobs, readConfig } from '@carillon/service'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { runCommand, UsageError } from '../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const absent = '0199d1b2-ffff-7000-8000-000000000000'

// biome-ignore lint/suspicious/noExplicitAny: what commands print is looked at here.
type Printed = any

describe("the operator's commands", () => {
  let env: Record<string, string>
  let dir: string
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let context: Context
  let organizationId: string
  let defaultProfileId: string
  before(async () => {
    fresh = await freshDatabase()
    dir = await mkdtemp(join(tmpdir(), 'carillon-admin-'))
    env = {
      DATABASE_URL: fresh.url,
      ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
      MEDIA_DIR: join(dir, 'media'),
      SPOOL_DIR: join(dir, 'spool'),
      // Nothing listens there.
      PUBLIC_URL: 'http://127.0.0.1:9',
    }
    context = await createContext(readConfig(env), { log })
    const created = await run('organization', 'create', '--name', 'Bakery 🥐')
    organizationId = created.organizationId
    defaultProfileId = created.defaultProfileId
  })
  after(async () => {
    await context.close()
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  })

  /** The output of a command, parsed from its JSON. */
  async function run(...words: string[]): Promise<Printed> {
    return JSON.parse(JSON.stringify(await runCommand(words, { env, log })))
  }

  /** Why a command was not run; fails when it was. */
  async function fault(...words: string[]): Promise<Error> {
    const ended = await runCommand(words, { env, log }).then(
      (response) => response,
      (error: unknown) => error,
    )
    if (ended instanceof Error) return ended
    throw new Error(`was run: ${JSON.stringify(ended)}`)
  }

  it('migrate, as often as they are asked to', async () => {
    expect(await run('migrate')).to.deep.equal({ migrated: true })
    expect(await run('migrate')).to.deep.equal({ migrated: true })
  })

  it('create organizations', () => {
    expect(organizationId).to.match(uuid)
    expect(defaultProfileId).to.match(uuid)
  })

  it('allow, list and deny origins', async () => {
    const about = ['--organization', organizationId]
    const origins = ['https://b.example', 'https://a.example']
    for (const origin of origins) await run('origin', 'allow', ...about, '--origin', origin)
    expect(await run('origin', 'list', ...about)).to.deep.equal({ organizationId, origins: origins.toReversed() })
    const denied = { organizationId, origin: 'https://b.example', denied: true }
    expect(await run('origin', 'deny', ...about, '--origin', 'https://b.example/')).to.deep.equal(denied)
    expect(await run('origin', 'list', ...about)).to.deep.equal({ organizationId, origins: ['https://a.example'] })
    expect((await fault('origin', 'deny', ...about, '--origin', 'https://b.example')).message).to.include('not allowed')
    await jobs['audit.close'].run(context, {}, new AbortController().signal)
    const { rows } = await context.pool.query(
      `select distinct targets::text from audit_entry where action in ('admin.origin.allow', 'admin.origin.deny')
       and code is null and organization_id = $1 order by 1`,
      [organizationId],
    )
    const named = ['a', 'b'].map((name) => [{ type: 'origin', id: `https://${name}.example` }])
    expect(rows.map(({ targets }) => JSON.parse(targets))).to.deep.equal(named)
  })

  it('encrypt what is stored again, with the newest key', async () => {
    expect(await run('encryption', 'rotate-keys')).to.deep.equal({ encrypted: 0, keyId: 1 })
    expect(await fault('encryption', 'rotate')).to.be.instanceOf(UsageError)
  })

  it('create keys that open the organization', async () => {
    const made = await run('key', 'create', '--organization', organizationId)
    expect(Object.keys(made)).to.have.members(['keyId', 'apiKey'])
    expect(await authenticate(context, `Bearer ${made.apiKey}`)).to.deep.equal({
      keyId: made.keyId,
      scopes: ['*'],
      scope: { organizationId, profileId: null },
    })
  })

  it('go by the clock of the database', async () => {
    const { now } = Date
    Date.now = () => now() - 500 * 86_400_000
    const made = await run('key', 'create', '--organization', organizationId, '--expires-in', '1d').finally(() => {
      Date.now = now
    })
    const { rows } = await context.pool.query(
      `select expires_at > now() as valid, created_at > now() - interval '1 minute' as current from api_key where id = $1`,
      [made.keyId],
    )
    expect(rows).to.deep.equal([{ valid: true, current: true }])
  })

  it('create named keys for one profile and a while', async () => {
    const { keyId, apiKey } = await run(
      ...['key', 'create', '--organization', organizationId, '--profile', defaultProfileId],
      ...['--name', 'ci', '--expires-in', '30d'],
    )
    expect((await authenticate(context, `Bearer ${apiKey}`)).scope.profileId).to.equal(defaultProfileId)
    const { keys } = await run('key', 'list', '--organization', organizationId)
    const key = keys.find((one: Printed) => one.keyId === keyId)
    expect(key).to.deep.include({ name: 'ci', profileId: defaultProfileId, last4: apiKey.slice(-4) })
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).to.equal(30 * 86_400_000)
    expect(JSON.stringify(keys)).to.not.include(apiKey.slice(9, -6))
  })

  it('delete keys', async () => {
    const { keyId } = await run('key', 'create', '--organization', organizationId)
    expect(await run('key', 'delete', '--id', keyId)).to.deep.equal({
      keyId,
      deleted: true,
      deletedKeyIds: [keyId],
    })
    const { keys } = await run('key', 'list', '--organization', organizationId)
    expect(keys.map((one: Printed) => one.keyId)).to.not.include(keyId)
    expect((await fault('key', 'delete', '--id', keyId)).message).to.equal(`There is no key ${keyId}.`)
  })

  it('allow origins', async () => {
    const origin = 'https://app.example.com'
    const said = await run('origin', 'allow', '--organization', organizationId, '--origin', `${origin}/`)
    expect(said).to.deep.equal({ organizationId, origin })
  })

  it('say whether a card is on file', async () => {
    for (const [word, cardOnFile] of [
      ['--on', true],
      ['--off', false],
    ] as const) {
      const said = await run('card', 'set', '--organization', organizationId, word)
      expect(said).to.deep.equal({ organizationId, cardOnFile })
    }
  })

  it('list external writes and record what became of them', async () => {
    const pool = openPool({ url: fresh.url, log, max: 1 })
    const id = randomUUIDv7()
    const now = new Date()
    const row = await insertExternalWrite(openDb(pool), {
      id,
      kind: 'publish',
      organizationId: organizationId,
      profileId: defaultProfileId,
      accountId: absent,
      platform: 'bluesky',
      requestId: 'r',
      payload: '{}',
      state: '{}',
      wakeAt: now,
      createdAt: now,
    })
    await changeExternalWrite(openDb(pool), row, { status: 'unknown', wakeAt: null })
    await pool.end()
    const { writes } = await run('write', 'list', '--status', 'unknown', '--kind', 'publish')
    expect(writes).to.have.length(1)
    expect(writes[0]).to.include({ writeId: id, kind: 'publish', organizationId, requestId: 'r' })
    expect((await run('write', 'list', '--status', 'unknown')).toDo).to.contain('write resolve --id')
    expect(await run('write', 'list', '--status', 'unknown', '--kind', 'post.delete')).to.deep.equal({ writes: [] })
    for (const empty of ['', ' ']) {
      const said = await fault('write', 'resolve', '--id', id, '--provider-id', empty)
      expect(said).to.be.instanceOf(UsageError).with.property('message').that.contains('--provider-id is empty')
    }
    const resolved = await run('write', 'resolve', '--id', id, '--provider-id', 'at://post')
    expect(resolved).to.deep.include({ writeId: id, status: 'succeeded', providerIds: ['at://post'] })
    expect(await run('write', 'list', '--status', 'unknown')).to.deep.equal({ writes: [] })
    const again = await fault('write', 'resolve', '--id', id, '--not-done')
    expect(again.message).to.contain(`${id} is succeeded`).and.contain('write list --status unknown')
  })

  it('tell what events and deliveries wait for, by organization', async () => {
    const nothing = { events: { waiting: 0, oldestSeconds: 0 }, deliveries: { oldestDueSeconds: 0 } }
    const endpoints = { enabled: 0, disabled: 0 }
    expect(await run('events', 'waiting')).to.deep.equal({ ...nothing, endpoints, organizations: [] })
    const now = new Date()
    const occurredAt = new Date(now.getTime() - 120_000)
    const dueAt = new Date(now.getTime() - 60_000)
    await context.pool.query(
      `insert into event_outbox (id, organization_id, type, object_type, object_id, sequence, occurred_at, truncated, data)
        values ($1, $2, 'ping', 'ping', 'p', 1, $3, false, '{}')`,
      [randomUUIDv7(), organizationId, occurredAt],
    )
    for (const [owner, at] of [
      [absent, null],
      [organizationId, dueAt],
      [organizationId, new Date(now.getTime() + 3_600_000)],
    ]) {
      await context.pool.query(
        `insert into webhook_delivery (id, endpoint_id, organization_id, event_id, type, object_type, object_id,
          next_attempt_at, created_at) values ($1, $1, $2, $1, 'ping', 'ping', 'p', $3, now())`,
        [randomUUIDv7(), owner, at],
      )
    }
    const { events, deliveries, organizations } = await run('events', 'waiting')
    expect(events.waiting).to.equal(1)
    expect(events.oldestSeconds).to.be.at.least(120)
    expect(deliveries.oldestDueSeconds).to.be.at.least(60)
    const waiting = { events: 1, oldestEventAt: occurredAt.toISOString() }
    expect(organizations).to.deep.equal([
      { organizationId, ...waiting, deliveries: 2, oldestDueAt: dueAt.toISOString() },
      { organizationId: absent, events: 0, oldestEventAt: null, deliveries: 1, oldestDueAt: null },
    ])
  })

  it('are entries of the audit log, with what they created, and can be verified', async () => {
    const { keyId } = await run('key', 'create', '--organization', organizationId, '--name', 'Audited secret name')
    await run('key', 'delete', '--id', keyId)
    await fault('key', 'create', '--organization', organizationId, '--profile', absent)
    await jobs['audit.close'].run(context, {}, new AbortController().signal)
    const { rows } = await context.pool.query(
      `select action, actor_type, targets, status, code from audit_entry
        where organization_id = $1 order by number desc limit 3`,
      [organizationId],
    )
    const key = { type: 'key', id: keyId }
    const byOperator = { actor_type: 'operator', status: null }
    expect(rows).to.deep.equal([
      {
        ...{ action: 'admin.key.create', targets: [{ type: 'profile', id: absent }] },
        ...{ ...byOperator, code: 'profile_not_found' },
      },
      { ...{ action: 'admin.key.delete', targets: [key] }, ...{ ...byOperator, code: null } },
      { ...{ action: 'admin.key.create', targets: [key] }, ...{ ...byOperator, code: null } },
    ])
    expect(JSON.stringify(rows)).not.to.include('Audited secret name')
    const file = join(dir, 'audit.jsonl')
    const { entries, head } = await run('audit', 'export', '--organization', organizationId, '--out', file)
    const whole = { ok: true, entries, firstBroken: null }
    expect(await run('audit', 'verify', '--file', file, '--head', head)).to.deep.equal(whole)
    expect(await run('audit', 'verify', '--organization', organizationId, '--head', head)).to.deep.include({ ok: true })
    await context.pool.query("update audit_entry set code = 'x' where number = 2 and organization_id = $1", [
      organizationId,
    ])
    const broken = await run('audit', 'verify')
    expect(broken.ok).to.equal(false)
    const { rows: second } = await context.pool.query(
      'select id from audit_entry where number = 2 and organization_id = $1',
      [organizationId],
    )
    expect(broken.firstBroken.entryId).to.equal(second[0]?.id)
  })

  it('ask the doctor', async () => {
    const { ok, findings } = await run('doctor')
    expect(ok).to.equal(false)
    const said = Object.fromEntries(findings.map((one: Printed) => [one.check, one.ok]))
    expect(said).to.include({
      database: true,
      migrations: true,
      clock: true,
      'public url': true,
      'public media url': false,
    })
    for (const one of findings) expect(Object.keys(one)).to.have.members(['check', 'ok', 'detail'])
  })

  it('tell from the doctor that the database cannot be reached', async () => {
    const unreachable = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
    const response = (await runCommand(['doctor'], { env: unreachable, log })) as Printed
    expect(response.ok).to.equal(false)
    expect(response.findings[0]).to.deep.include({ check: 'database', ok: false })
  })

  it('create no key of the organization, or without an end, for an empty profile or time', async () => {
    const create = ['key', 'create', '--organization', organizationId]
    expect(await fault(...create, '--profile', '')).to.have.property('code', 'profile_not_found')
    expect(await fault(...create, '--expires-in', '')).to.have.property('code', 'invalid_request')
  })

  it('migrate only without further words, which may be a request for help', async () => {
    expect(await fault('migrate', '--help'))
      .to.be.instanceOf(UsageError)
      .with.property('message')
      .that.contains('--help')
  })

  it('say what to do with a database that was never migrated', async () => {
    const pool = openPool({ url: fresh.url, log, max: 1 })
    const url = new URL(fresh.url)
    url.pathname = `/empty_${randomBytes(6).toString('hex')}`
    await pool.query(`create database ${url.pathname.slice(1)} template template0`)
    try {
      const words = ['write', 'list', '--status', 'unknown']
      const ended: unknown = await runCommand(words, { env: { ...env, DATABASE_URL: url.href }, log }).catch(
        (error) => error,
      )
      expect(ended).to.be.instanceOf(UsageError).with.property('message').that.contains('Run first: migrate')
    } finally {
      await pool.query(`drop database ${url.pathname.slice(1)} with (force)`)
      await pool.end()
    }
  })

  describe('that cannot be understood', () => {
    const create = ['key', 'create', '--organization', absent]
    const publish = ['verify', '--account', absent, '--publish']
    const template = ['--recipient', 'p', '--template', 'order_update', '--language', 'en_US']
    const lines: Record<string, string[]> = {
      'no words': [],
      'an unknown command': ['organization', 'drop'],
      'half a command': ['key'],
      'a name of every object': ['constructor'],
      'a missing option': ['organization', 'create'],
      'an empty option': ['organization', 'create', '--name', ''],
      'an unknown option': [...create, '--admin'],
      'an option without its value': ['key', 'delete', '--id'],
      'an argument too many': [...create, 'extra'],
      'neither on nor off': ['card', 'set', '--organization', absent],
      'both on and off': ['card', 'set', '--organization', absent, '--on', '--off'],
      'an unknown status': ['write', 'list', '--status', 'lost'],
      'neither of two ends': ['write', 'resolve', '--id', absent],
      'both of two ends': ['write', 'resolve', '--id', absent, '--post-id', 'p', '--not-done'],
      'writes without leave to write': ['verify', '--account', absent, '--recipient', 'p'],
      'a template for nobody': [...publish, '--template', 'order_update', '--language', 'en_US'],
      'a template without its language': [...publish, '--recipient', 'p', '--template', 'order_update'],
      'a language without its template': [...publish, '--recipient', 'p', '--language', 'en_US'],
      'parameters that are not list': [...publish, ...template, '--parameters', 'Ada'],
      'parameters that are not texts': [...publish, ...template, '--parameters', '[1]'],
      'a video that is not there': [...publish, '--video', 'no-such-file.mp4'],
    }
    for (const [what, words] of Object.entries(lines)) {
      it(`are a fault in the line: ${what}`, async () => {
        expect(await fault(...words)).to.be.instanceOf(UsageError)
      })
    }

    it('list all that there are', async () => {
      const { message } = await fault('help')
      for (const name of [
        'migrate',
        'organization create --name',
        'key create --organization',
        'origin allow',
        'doctor',
      ]) {
        expect(message).to.include(name)
      }
    })
  })

  describe('about what is not there', () => {
    for (const id of [absent, 'nobody', "' or 1=1"]) {
      it(`say so: ${id}`, async () => {
        const lines = [
          ['key', 'create', '--organization', id],
          ['key', 'list', '--organization', id],
          ['key', 'delete', '--id', id],
          ['key', 'create', '--organization', organizationId, '--profile', id],
          ['origin', 'allow', '--organization', id, '--origin', 'https://a.example'],
          ['origin', 'deny', '--organization', id, '--origin', 'https://a.example'],
          ['origin', 'list', '--organization', id],
          ['card', 'set', '--organization', id, '--on'],
          ['write', 'resolve', '--id', id, '--not-done'],
        ]
        for (const words of lines) expect((await fault(...words)).message, words.join(' ')).to.include(id)
      })
    }
  })

  it('name a setting that is missing', async () => {
    const ended = await runCommand(['doctor'], { env: { DATABASE_URL: fresh.url }, log }).catch(
      (error: unknown) => error,
    )
    expect((ended as Error).message).to.match(/^ENCRYPTION_KEYS is not set\./)
  })

  it('name a setting that has another value under its former name', async () => {
    const [ENCRYPTION_KEYS, SEAL_KEYS] = [1, 2].map((id) => `${id}:${randomBytes(32).toString('base64')}`)
    const env = { DATABASE_URL: fresh.url, ENCRYPTION_KEYS, SEAL_KEYS }
    const ended = await runCommand(['doctor'], { env, log }).catch((error: unknown) => error)
    expect(ended)
      .to.have.property('message')
      .that.matches(/^ENCRYPTION_KEYS and SEAL_KEYS, its former name, have /)
  })
})
