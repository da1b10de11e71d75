import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  changeSetup,
  findAccountForWorker,
  notePaymentFailure,
  replaceCredential,
  storeTemplateStatus,
  type Tx,
  transaction,
  upsertAccount,
} from '@carillon/database'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { changeAccount } from '../../src/account-changes/change-account.ts'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { storeTemplate } from '../../src/webhooks/store-template.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('a report about an account that arrives while', () => {
  let harness: Harness
  let account: AccountRow
  const now = Date.now()
  const at = (seconds: number) => new Date(now + seconds * 1_000)

  beforeEach(async () => {
    harness = await startHarness({ registry: withPorts({ whatsapp: {} }) })
    account = await harness.connect({ platform: 'whatsapp' })
    await harness.context.pool.query('update credential set refreshed_at = $1', [at(-60)])
    await harness.context.pool.query(`update account set setup_missing = '{}'`)
  })
  afterEach(() => harness.close())

  /** Runs `first` in a transaction, which is committed when `second`, begun after it, waits for it. */
  async function whileStored(first: (tx: Tx) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
    const { pool, db } = harness.context
    const { ended } = await transaction(db, async (tx) => {
      await first(tx)
      let isOver = false
      const ended = second().finally(() => {
        isOver = true
      })
      ended.catch(() => {})
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while (!isOver && (await pool.query(blocked)).rowCount === 0) await sleep(20)
      return { ended }
    })
    await ended
  }

  /** Stores a new authorization of the account. */
  async function authorize(tx: Tx): Promise<void> {
    const { organizationId, profileId } = harness
    const { id, providerId } = account
    const row = accountRow({ organizationId, profileId, platform: 'whatsapp', now: at(0) })
    await upsertAccount(tx, { ...row, providerId, setupMissing: [], scopes: ['write'] })
    const ciphertext = encryptCredentials(harness.context.encryption, id, { token: 'new' })
    await replaceCredential(tx, { accountId: id, ciphertext, expiresAt: null, refreshedAt: at(0) })
  }

  it('it is authorized again, and is older, does not say that the new authorization lacks a step', async () => {
    const lacking = { add: ['subscription' as const], at: at(0), reportedAt: at(-20) }
    await whileStored(authorize, () =>
      changeAccount(harness.context, {
        ...{ id: account.id, type: 'account.updated' },
        change: (tx) => changeSetup(tx, account.id, lacking),
      }),
    )
    expect(await findAccountForWorker(harness.context.db, account.id)).to.deep.include({
      status: 'connected',
      setupMissing: [],
    })
  })

  it('it is authorized again, and is older, does not say that the new authorization cannot be paid', async () => {
    await whileStored(authorize, () =>
      transaction(harness.context.db, (tx) => notePaymentFailure(tx, account.id, at(-20))),
    )
    const { rows } = await harness.context.pool.query('select payment_failed_at from account')
    expect(rows).to.deep.equal([{ payment_failed_at: null }])
  })

  it('another one about the same template is stored raises an event if the two differ', async () => {
    const template = (status: string, seconds: number) => ({
      ...{ accountId: account.id, name: 'hello', language: 'en', status, reportedAt: at(seconds) },
    })
    await transaction(harness.context.db, (tx) => storeTemplateStatus(tx, template('APPROVED', -30)))
    await whileStored(
      (tx) => storeTemplateStatus(tx, template('PAUSED', -20)),
      () =>
        storeTemplate(harness.context, account.id, {
          ...{ accountProviderId: account.providerId, businessAccountId: 'business', kind: 'template' },
          ...{ event: 'APPROVED', subject: 'hello', language: 'en', missing: null, occurredAt: null, at: at(-10) },
        }),
    )
    const { rows } = await harness.context.pool.query(
      'select type, data from event_outbox union all select type, data from event',
    )
    expect(rows.map(({ type, data }) => [type, data.status])).to.deep.equal([['template.updated', 'APPROVED']])
  })
})
