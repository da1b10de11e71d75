import { expect } from 'chai'
import { type Installation, openInstallation } from '../installation.ts'
import { rejected, startGateway, type TestGateway } from '../test-gateway.ts'

describe('a gateway whose database lacks a migration of its version', () => {
  let installation: Installation
  let gateway: TestGateway
  let checks = 0
  let redo: () => Promise<unknown>
  beforeEach(async () => {
    installation = await openInstallation()
    const { pool } = installation.context
    // What the newest migration has added is missing: here, a column that each request with a key reads.
    const newest = 'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *'
    const { name, timestamp } = (await pool.query(newest)).rows[0]
    await pool.query('alter table api_key rename column allowed_ips to later')
    redo = async () => {
      await pool.query('alter table api_key rename column later to allowed_ips')
      await pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, timestamp])
    }
    checks = 0
    gateway = await startGateway({
      installation,
      real: true,
      replace: ({ checkMigrations }) => ({
        checkMigrations(context) {
          const check = checkMigrations(context)
          if (check !== null) checks++
          return check
        },
      }),
    })
  })
  afterEach(async () => {
    await gateway.close()
    await installation.close()
  })

  it('responds with 503 and Retry-After until the migration has been run, then never checks again', async () => {
    const paths = ['/api/v1/profiles', '/api/v1/nowhere', '/api/v1/profiles/%E0%A4%A', '/media/none', '/connect/none']
    for (const path of paths) {
      const reply = await gateway.ask('GET', path)
      rejected(reply, 503, 'temporarily_unavailable')
      expect(reply.body.error.message, path).to.contain('migrations')
      expect(reply.headers.get('retry-after'), path).to.equal('5')
      expect(reply.headers.get('x-should-retry'), path).to.equal('true')
    }
    for (const path of ['/api/v1/posts', '/mcp', '/webhooks/whatsapp', '/dashboard/session', '/api/v1/uploads']) {
      rejected(await gateway.ask('POST', path, { json: {} }), 503, 'temporarily_unavailable')
    }
    rejected(await gateway.ask('PATCH', '/api/v1/profiles'), 503, 'temporarily_unavailable')
    expect((await gateway.ask('GET', '/readyz')).body).to.include({ database: true, migrations: false })
    expect(gateway.lines.filter(({ level }) => level === 'error')).to.deep.equal([])
    // The log names the operations that were not called.
    expect(gateway.lines.map(({ route }) => route)).to.include.members(['profiles.list', 'posts.publish'])
    await redo()
    checks = 0
    expect((await gateway.ask('GET', '/api/v1/profiles')).status).to.equal(200)
    expect(checks).to.equal(1)
    for (const path of ['/api/v1/profiles', '/api/v1/nowhere', '/media/none']) await gateway.ask('GET', path)
    expect(checks).to.equal(1)
  })

  it('serves what needs no database', async () => {
    for (const path of ['/', '/healthz', '/metrics', '/api/v1/openapi.json', '/docs', '/docs/errors', '/page.css']) {
      expect((await gateway.ask('GET', path)).status, path).to.equal(200)
    }
    expect((await gateway.ask('GET', '/dashboard/facts.json')).status).to.equal(200)
    expect(checks).to.equal(0)
  })

  it('checks nothing after it has reported that it is ready', async () => {
    await redo()
    expect((await gateway.ask('GET', '/readyz')).status).to.equal(200)
    expect((await gateway.ask('GET', '/api/v1/profiles')).status).to.equal(200)
    expect(checks).to.equal(0)
  })
})
