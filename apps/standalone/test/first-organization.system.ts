import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '@carillon/admin'
import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { firstOrganization } from '../src/first-organization.ts'
import { makeEncryptionKeys } from '../src/secrets.ts'

describe('the first organization', () => {
  const log = createLogger({ name: 'test', level: 'silent' })
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let dir: string
  before(async () => {
    ;[dir, fresh] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-first-')), freshDatabase()])
  })
  after(async () => {
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  })

  const envOf = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, ENCRYPTION_KEYS: makeEncryptionKeys() })
  const first = (databaseUrl = fresh.url) =>
    firstOrganization(join(dir, 'organization.json'), envOf(databaseUrl), ['http://localhost:1'])

  it('is made once and kept', async () => {
    const made = await first()
    expect(made.apiKey).to.match(/^carillon_/)
    expect(await first()).to.deep.equal(made)
  })

  it('gets a new key when an operator has deleted the one that was kept', async () => {
    const before = await first()
    const env = envOf(fresh.url)
    const list = await runCommand(['key', 'list', '--organization', before.organizationId], { env, log })
    for (const { keyId } of (list as { keys: { keyId: string }[] }).keys) {
      await runCommand(['key', 'delete', '--id', keyId], { env, log })
    }
    const after = await first()
    expect(after.organizationId).to.equal(before.organizationId)
    expect(after.apiKey).not.to.equal(before.apiKey)
    expect(await first()).to.deep.equal(after)
  })

  it('is recreated in a database that does not have it', async () => {
    const kept = await first()
    const other = await freshDatabase()
    try {
      expect((await first(other.url)).organizationId).not.to.equal(kept.organizationId)
    } finally {
      await other.drop()
    }
  })
})
