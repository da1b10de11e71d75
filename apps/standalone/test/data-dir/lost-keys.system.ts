import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { replaceCredential, upsertAccount } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { createContext, createOrganization, readConfig } from '@carillon/service'
import { accountRow, childEnv, type Installation, openInstallation } from '@carillon/testkit'
import { expect } from 'chai'
import { keptEncryptionKeys, storeNewKeys } from '../../src/secrets.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

describe('npm start without its encryption keys', () => {
  let dir: string
  let installation: Installation
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-start-'))
    installation = await openInstallation()
  })
  after(async () => {
    await installation.close()
    await rm(dir, { recursive: true, force: true })
  })

  async function storeCredentials(): Promise<void> {
    const log = createLogger({ name: 'test', level: 'silent' })
    const context = installation.track(await createContext(readConfig(installation.settings), { log }))
    const { organizationId, defaultProfileId } = await createOrganization(context, { name: 'Test' })
    const now = context.now()
    const owner = { organizationId, profileId: defaultProfileId, platform: 'x', now } as const
    const accountId = await upsertAccount(context.db, { ...accountRow(owner), displayName: 'Person', scopes: [] })
    const ciphertext = Buffer.from('encrypted')
    await replaceCredential(context.db, { accountId, ciphertext, expiresAt: null, refreshedAt: now })
  }

  it('stores new ones whole or not at all, for a database without encrypted credentials', async () => {
    const path = join(dir, 'seal-keys')
    const { value } = keptEncryptionKeys(dir)
    const store = () => storeNewKeys({ dir, value, env: installation.settings })
    // The file that is renamed when it is whole cannot be written.
    await mkdir(`${path}.part`)
    expect(await store().catch((error: unknown) => error)).to.be.instanceOf(Error)
    expect(existsSync(path)).to.equal(false)
    await rmdir(`${path}.part`)
    await store()
    expect([readFileSync(path, 'utf8'), (statSync(path).mode & 0o777).toString(8)]).to.deep.equal([`${value}\n`, '600'])
    await rm(path)
  })

  it('makes no new ones for a database with encrypted credentials, and says what to do', async () => {
    await storeCredentials()
    const names = [
      'ENCRYPTION_KEYS',
      'SEAL_KEYS',
      'ENCRYPTION_KEYS_FILE',
      'SEAL_KEYS_FILE',
      'GATEWAY_PORT',
      'SANDBOX_PORT',
    ]
    const unset = Object.fromEntries(names.map((name) => [name, '']))
    const env = { ...childEnv, ...unset, DATA_DIR: dir, DATABASE_URL: installation.databaseUrl }
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    // It says so if it has started after all, and is then stopped.
    child.stdout.once('data', () => child.kill())
    const [ended, said, complained] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
    expect([ended, said]).to.deep.equal([[1, null], ''])
    const path = join(dir, 'seal-keys')
    expect(complained)
      .to.match(/^Carillon cannot start\. The database has credentials .*\n$/)
      .and.contain(path)
    expect(complained).to.contain('ENCRYPTION_KEYS').and.not.contain(installation.databaseUrl)
    expect(existsSync(path)).to.equal(false)
  })
})
