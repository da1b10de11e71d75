import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAccountForWorker, replaceCredential, transaction, upsertAccount } from '@carillon/database'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('an account that is disconnected while it is connected again', () => {
  let harness: Harness

  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  async function untilBlocked(): Promise<void> {
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await harness.context.pool.query(blocked)).rowCount === 0) await sleep(20)
  }

  it('waits for the authorization, and neither fails', async () => {
    const { context, organizationId, profileId } = harness
    const account = await harness.connect({ platform: 'bluesky' })
    const { id, platform, providerId } = account
    const stored = await transaction(context.db, async (tx) => {
      const row = accountRow({ organizationId, profileId, platform, now: context.now() })
      await upsertAccount(tx, { ...row, id: randomUUIDv7(), providerId, displayName: 'Again', scopes: ['write'] })
      const scope = { organizationId, profileId: null }
      const ended = ask(context, 'accounts.disconnect', { scope, params: { profileId, accountId: id } })
      const disconnected = ended.then(({ status }) => status, String)
      await untilBlocked()
      const ciphertext = encryptCredentials(context.encryption, id, { token: 'new' })
      await replaceCredential(tx, { accountId: id, ciphertext, expiresAt: null, refreshedAt: context.now() })
      return { disconnected }
    })
    expect(await stored.disconnected).to.equal(200)
    expect(await findAccountForWorker(context.db, id)).to.equal(undefined)
  })
})
