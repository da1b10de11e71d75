import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { absent } from './least-requests.ts'

/** The entry of a request is stored before its change, and is not waited for where nothing is changed. */
describe('a write whose entry in the audit log is not stored yet', () => {
  let gateway: TestGateway
  let stored = Promise.withResolvers<void>()
  before(async () => {
    const whole = await startGateway({ real: true })
    const { context } = whole.installation
    const audit: typeof context.audit = {
      begin: () => stored.promise,
      end: (entry) => context.audit.end(entry),
      close: () => context.audit.close(),
    }
    const installation = { ...whole.installation, context: { ...context, audit } }
    const one = await startGateway({ installation, real: true })
    gateway = {
      ...one,
      async close() {
        await one.close()
        await whole.close()
      },
    }
  })
  beforeEach(() => {
    stored = Promise.withResolvers<void>()
  })
  after(() => gateway.close())

  const profilesNamed = async (name: string) => {
    const { pool } = gateway.installation.context
    return (await pool.query('select id from profile where name = $1', [name])).rows.length
  }

  const rejected = {
    'by its schema': ['POST', '/profiles', { wrong: true }, 400],
    'since what it changes is not there': ['POST', `/schedules/${absent}/release`, {}, 404],
    'in its transaction': ['DELETE', `/keys/${absent}`, undefined, 404],
  } as const
  for (const [why, [method, path, json, status]] of Object.entries(rejected)) {
    it(`is rejected at once, ${why}`, async () => {
      const response = await gateway.ask(method, `/api/v1${path}`, json && { json })
      expect(response.status, response.text).to.equal(status)
    })
  }

  it('changes nothing', async () => {
    const created = gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Waiting' } })
    // A rejection that was sent later, and has waited for the database as well.
    await gateway.ask('DELETE', `/api/v1/keys/${absent}`)
    expect(await profilesNamed('Waiting')).to.equal(0)
    stored.resolve()
    expect((await created).status).to.equal(201)
    expect(await profilesNamed('Waiting')).to.equal(1)
  })
})
