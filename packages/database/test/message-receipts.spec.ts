import { randomUUID } from 'node:crypto'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import {
  insertOrganization,
  insertProfile,
  listReceiptStatuses,
  storeMessageReceipts,
  transaction,
  upsertAccount,
} from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

describe('the receipt of a user', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  let database: OpenDatabase
  let accountId: string
  before(async () => {
    database = await openDatabase({ max: 1 })
    const { db, pool } = database
    const [organizationId, profileId] = [randomUUID(), randomUUID()]
    await insertOrganization(db, { id: organizationId, name: 'Shop', createdAt: now })
    const profile = { name: 'Shop', externalId: null, metadata: '{}', createdAt: now, updatedAt: now }
    await insertProfile(db, { id: profileId, organizationId, ...profile })
    accountId = await upsertAccount(db, accountRow({ organizationId, profileId, platform: 'facebook', now }))
    await pool.query(
      `insert into message (id, account_id, provider_id, direction, type, recipient, body, status, occurred_at, created_at)
        select gen_random_uuid(), $1, 'mid.' || n, 'outbound', 'text', 'user.' || n % 1000, '', 'sent', $2, $2
        from generate_series(1, 2000) as n`,
      [accountId, now],
    )
    await pool.query('vacuum analyze message')
  })
  after(() => database.close())

  it('applies to all messages to this user, and reads no others of the account', async () => {
    const receipt = { accountId, participant: 'user.7', status: 'read', until: now, receivedAt: now } as const
    const { statuses, read } = await transaction(database.db, async (tx) => {
      await storeMessageReceipts(tx, [receipt])
      const statuses = await listReceiptStatuses(tx, [receipt], now)
      const [fetched] = await tx.query<{ read: number }>(
        `select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = $1`,
        ['message'],
      )
      return { statuses, read: fetched?.read }
    })
    const ids = statuses.map(({ providerId, status }) => `${providerId} ${status}`)
    expect(ids).to.have.members(['mid.7 read', 'mid.1007 read'])
    expect(read).to.equal(2)
  })
})
