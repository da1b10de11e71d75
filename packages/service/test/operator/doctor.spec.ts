import { expect } from 'chai'
import { doctor } from '../../src/index.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the doctor returns its findings', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  before(async () => {
    harness = await startHarness()
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
  })
  after(async () => {
    await harness.close()
    await flaky.close()
  })

  for (const table of ['"credential"', '"account"']) {
    it(`although the database is lost while ${table} is read`, async () => {
      const context = await harness.another({}, { databaseUrl: flaky.url })
      flaky.breakNext('before-commit', { forGood: true, text: `from ${table}` })
      const { ok, findings } = await doctor(context)
      const [database, ...others] = findings
      expect([ok, database?.check, database?.ok]).to.deep.equal([false, 'database', false])
      expect(database?.detail).to.match(/^DATABASE_URL cannot be used: ./)
      expect(database?.runbook).to.be.a('string')
      const checks = others.map(({ check }) => check)
      expect(checks).to.include('public url').and.not.include.members(['database', 'encryption keys'])
      flaky.comeUp()
    })
  }

  it('although the database was never migrated', async () => {
    await harness.context.pool.query('drop schema public cascade; create schema public')
    const { ok, findings } = await doctor(harness.context)
    const of = Object.fromEntries(findings.map((finding) => [finding.check, finding]))
    expect([ok, of['database']?.ok, of['migrations']?.ok]).to.deep.equal([false, true, false])
    expect(of).to.include.keys('public url', 'public media url').and.not.include.keys('encryption keys')
  })
})
