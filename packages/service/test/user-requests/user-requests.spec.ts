import { createHmac, randomUUIDv7 } from 'node:crypto'
import { type AccountRow, findAccountForWorker, raiseEvents } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { accountEvent } from '../../src/account-changes/change-account.ts'
import { deauthorizeUser, describeDataDeletion, jobs, requestDataDeletion } from '../../src/index.ts'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { noteRows } from '../note-rows.ts'

const secrets = {
  FACEBOOK_CLIENT_SECRET: 'meta-app',
  INSTAGRAM_FACEBOOK_CLIENT_SECRET: 'meta-app',
  INSTAGRAM_CLIENT_SECRET: 'instagram-app',
  WHATSAPP_CLIENT_SECRET: 'whatsapp-app',
}

describe("requests of a network's users", () => {
  let harness: Harness

  before(async () => {
    harness = await startHarness({}, secrets)
  })
  after(() => harness.close())
  beforeEach(async () => {
    for (const table of [
      'account',
      'external_write',
      'webhook_event',
      'data_deletion',
      'event_outbox',
      'event',
      'graphile_worker._private_jobs',
    ])
      await harness.context.pool.query(`delete from ${table}`)
  })

  /** @see https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback (read 2026-11-22) */
  function signed(userId: string, secret: string): string {
    const issuedAt = Math.floor(harness.context.now().getTime() / 1000)
    const fields = { algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: userId }
    const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
    return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`
  }

  const posted = (platform: Platform, userId: string, secret = 'meta-app') => ({
    platform,
    signedRequest: signed(userId, secret),
    requestId: 'request-1',
  })

  async function connected(platform: Platform, grantedBy: string | null) {
    const account = await harness.connect({ platform, credentials: { accessToken: 'secret-token' } })
    await harness.context.pool.query('update account set granted_by = $2 where id = $1', [account.id, grantedBy])
    return account
  }

  async function statuses(ids: readonly string[]) {
    const rows = await Promise.all(ids.map((id) => findAccountForWorker(harness.context.db, id)))
    return rows.map((row) => row?.status ?? 'deleted')
  }

  async function count(table: string): Promise<number> {
    const { rows } = await harness.context.pool.query(`select count(*)::int as count from ${table}`)
    return rows[0].count
  }

  async function write(accountId: string, ended: boolean): Promise<string> {
    const id = randomUUIDv7()
    await harness.context.pool.query(
      `insert into external_write (kind, id, organization_id, profile_id, account_id, platform, request_id, status, payload,
         state, wake_at, created_at, updated_at)
       values ('publish', $1, $2, $3, $4, 'facebook', 'r', $5, '{"message":"of the user"}', '{}', $6, now(), now())`,
      [
        id,
        harness.organizationId,
        harness.profileId,
        accountId,
        ended ? 'succeeded' : 'processing',
        ended ? null : new Date(),
      ],
    )
    return id
  }

  async function rejection(work: Promise<unknown>): Promise<string> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (error instanceof ServiceError) return error.code
    throw new Error('it was not rejected', { cause: error })
  }

  describe('taking the access away', () => {
    it('expires what the user connected through the app that signed, and nothing else', async () => {
      const page = await connected('facebook', '77')
      const linked = await connected('instagram', '77')
      const others = [await connected('facebook', '78'), await connected('whatsapp', '77'), await connected('x', '77')]
      await deauthorizeUser(harness.context, posted('facebook', '77'))
      expect(await statuses([page.id, linked.id])).to.deep.equal(['expired', 'expired'])
      expect(await statuses(others.map(({ id }) => id))).to.deep.equal(['connected', 'connected', 'connected'])
    })

    it('does not end access that the user has given again since, when the network reports it late', async () => {
      const page = await connected('facebook', '77')
      const late = posted('facebook', '77')
      const { pool } = harness.context
      await pool.query(`update credential set refreshed_at = now() + interval '1 minute' where account_id = $1`, [
        page.id,
      ])
      await deauthorizeUser(harness.context, late)
      expect(await statuses([page.id])).to.deep.equal(['connected'])
    })

    it('is the reason that lists of accounts give, until the account is connected again', async () => {
      const page = await connected('facebook', '77')
      await deauthorizeUser(harness.context, posted('facebook', '77'))
      const scope = { organizationId: harness.organizationId, profileId: null }
      const list = () => ask(harness.context, 'accounts.list', { scope, named: { profileId: harness.profileId } })
      expect((await list()).body)
        .to.have.nested.property('errors[0].message')
        .that.includes('removed the access')
      await harness.context.pool.query(`update account set status = 'connected' where id = $1`, [page.id])
      expect((await list()).body).to.not.have.nested.property('errors[0]')
    })

    it('changes nothing for a user whom nobody knows', async () => {
      const page = await connected('facebook', null)
      await deauthorizeUser(harness.context, posted('facebook', '79'))
      expect(await statuses([page.id])).to.deep.equal(['connected'])
    })

    it('is rejected without a valid signature, and where the network sends no such requests', async () => {
      const page = await connected('facebook', '77')
      const forged = deauthorizeUser(harness.context, posted('facebook', '77', 'another-app'))
      expect(await rejection(forged)).to.equal('unauthorized')
      const elsewhere = deauthorizeUser(harness.context, posted('x', '77'))
      expect(await rejection(elsewhere)).to.equal('route_not_found')
      expect(await statuses([page.id])).to.deep.equal(['connected'])
    })
  })

  describe('deletion', () => {
    /** Runs the queued job as a worker does; it stays in the queue only if it queues itself again. */
    async function runJob(): Promise<void> {
      const { rows } = await harness.context.pool.query<{ payload: unknown }>(
        `delete from graphile_worker._private_jobs where task_id =
          (select id from graphile_worker._private_tasks where identifier = 'user.delete') returning payload`,
      )
      expect(rows).to.have.length(1)
      await jobs['user.delete'].run(harness.context, rows[0]?.payload, new AbortController().signal)
    }

    const codeIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

    it('removes the accounts of the user with all that is kept of them, and says when it is complete', async () => {
      const page = await connected('facebook', '77')
      const other = await connected('facebook', '78')
      await write(page.id, true)
      const kept = await write(other.id, true)
      await harness.context.pool.query(
        `insert into message (id, account_id, direction, type, body, status, occurred_at, created_at)
         values ($1, $2, 'inbound', 'text', 'hello', 'received', now(), now())`,
        [randomUUIDv7(), page.id],
      )
      const { url, confirmationCode } = await requestDataDeletion(harness.context, posted('facebook', '77'))
      expect(url).to.equal(`${harness.context.config.publicUrl}/data-deletion/${confirmationCode}`)
      expect(confirmationCode).to.match(/^[a-z0-9]{32}$/)
      expect(await describeDataDeletion(harness.context, confirmationCode)).to.include({
        completedAt: null,
        accounts: 0,
      })
      await runJob()
      expect(await statuses([page.id, other.id])).to.deep.equal(['deleted', 'connected'])
      expect(await count('credential')).to.equal(1)
      expect(await count('message')).to.equal(0)
      const { rows } = await harness.context.pool.query('select id from external_write')
      expect(rows).to.deep.equal([{ id: kept }])
      const progress = await describeDataDeletion(harness.context, codeIn(url))
      expect(progress).to.include({ accounts: 1 })
      expect(progress?.completedAt).to.be.an.instanceOf(Date)
    })

    it('removes the events of the accounts, before and after they have a place in the feed', async () => {
      const page = await connected('facebook', '77')
      const other = await connected('facebook', '78')
      const { db, events } = harness.context
      const eventOf = (row: AccountRow) => accountEvent(harness.context, row, 'account.updated')
      const rows = [page, other]
      await raiseEvents(db, rows.map(eventOf))
      await events.now()
      await raiseEvents(db, rows.map(eventOf))
      await requestDataDeletion(harness.context, posted('facebook', '77'))
      await runJob()
      await events.now()
      const { rows: left } = await harness.context.pool.query(
        'select account_id, type, data::text from event order by position',
      )
      const ofPage = left.filter(({ account_id }) => account_id === page.id)
      expect(ofPage.map(({ type }) => type)).to.deep.equal(['account.disconnected'])
      expect(ofPage[0].data).to.not.contain('Person')
      expect(left.filter(({ account_id }) => account_id === other.id)).to.have.length(2)
    })

    it('forgets whom it was about', async () => {
      await connected('facebook', '77')
      await requestDataDeletion(harness.context, posted('facebook', '77'))
      await runJob()
      const { rows } = await harness.context.pool.query('select user_ids, object_ids from data_deletion')
      expect(rows).to.deep.equal([{ user_ids: [], object_ids: [] }])
    })

    it('removes one account after the other, as each can have any number of comments and messages', async () => {
      for (let count = 0; count < 3; count++) await connected('facebook', '77')
      const deletions = await noteRows(harness.context.pool, 'account', 'delete')
      await requestDataDeletion(harness.context, posted('facebook', '77'))
      await runJob()
      expect(await deletions()).to.deep.equal([1, 1, 1])
    })

    it('removes up to 50 accounts in a transaction, as a user can have given access to any number', async () => {
      const { pool } = harness.context
      for (let number = 0; number < 51; number++) await connected('facebook', '77')
      const other = await connected('facebook', '78')
      const { confirmationCode } = await requestDataDeletion(harness.context, posted('facebook', '77'))
      await pool.query(
        `create table deleted_in as select pg_current_xact_id() as transaction, id from account limit 0;
         create function note_deleted() returns trigger language plpgsql as
           'begin insert into deleted_in values (pg_current_xact_id(), old.id); return null; end';
         create trigger note_deleted after delete on account for each row execute function note_deleted()`,
      )
      await runJob()
      const { rows } = await pool.query('select count(*)::int from deleted_in group by transaction order by 1')
      await pool.query('drop function note_deleted cascade; drop table deleted_in')
      expect(rows).to.deep.equal([{ count: 1 }, { count: 50 }])
      expect(await describeDataDeletion(harness.context, confirmationCode)).to.include({ accounts: 51 })
      expect(await statuses([other.id])).to.deep.equal(['connected'])
    })

    it('waits for writes that have not ended', async () => {
      const page = await connected('facebook', '77')
      const open = await write(page.id, false)
      const { confirmationCode } = await requestDataDeletion(harness.context, posted('facebook', '77'))
      await runJob()
      expect(await describeDataDeletion(harness.context, confirmationCode)).to.include({
        completedAt: null,
        accounts: 1,
      })
      expect(await count('external_write')).to.equal(1)
      await harness.context.pool.query(`update external_write set status = 'failed', wake_at = null where id = $1`, [
        open,
      ])
      await runJob()
      expect(await count('external_write')).to.equal(0)
      const progress = await describeDataDeletion(harness.context, confirmationCode)
      expect(progress?.completedAt).to.be.an.instanceOf(Date)
    })

    it('does not remove an account that the user connects again, while writes have not ended', async () => {
      const open = await write((await connected('facebook', '77')).id, false)
      const { confirmationCode } = await requestDataDeletion(harness.context, posted('facebook', '77'))
      await runJob()
      const again = await connected('facebook', '77')
      await harness.context.pool.query(`update external_write set status = 'failed', wake_at = null where id = $1`, [
        open,
      ])
      await runJob()
      expect(await statuses([again.id])).to.deep.equal(['connected'])
      const progress = await describeDataDeletion(harness.context, confirmationCode)
      expect(progress).to.include({ accounts: 1 })
      expect(progress?.completedAt).to.be.an.instanceOf(Date)
    })

    it('does not remove an account that the user has reconnected since the request, under its former id', async () => {
      const ids = [await connected('facebook', '77'), await connected('facebook', '77')].map(({ id }) => id)
      await requestDataDeletion(harness.context, posted('facebook', '77'))
      await harness.context.pool.query(
        `insert into connection_session (id, organization_id, profile_id, platform, status, account_ids, request_id,
           created_at, expires_at, completed_at)
         values ($1, $2, $3, 'facebook', 'completed', $4, 'r', now(), now() + interval '30 minutes',
           now() + interval '1 second')`,
        [randomUUIDv7(), harness.organizationId, harness.profileId, [ids[0]]],
      )
      await runJob()
      expect(await statuses(ids)).to.deep.equal(['connected', 'deleted'])
    })

    it('removes stored events that name the accounts, once they have been processed', async () => {
      const number = await connected('whatsapp', '77')
      const store = (body: string, processed: boolean) =>
        harness.context.pool.query(
          `insert into webhook_event (id, batch_id, platform, body, received_at, processed_at)
           values ($1, $1, 'whatsapp', $2, now(), $3)`,
          [randomUUIDv7(), Buffer.from(body), processed ? new Date() : null],
        )
      await store(`{"id":"${number.providerId}"}`, true)
      await store(`{"id":"${number.providerId}","text":"not processed yet"}`, false)
      await store('{"id":"another number"}', true)
      const { confirmationCode } = await requestDataDeletion(harness.context, posted('whatsapp', '77', 'whatsapp-app'))
      await runJob()
      expect(await count('webhook_event')).to.equal(2)
      expect(await describeDataDeletion(harness.context, confirmationCode)).to.include({ completedAt: null })
      await harness.context.pool.query('update webhook_event set processed_at = now()')
      await runJob()
      expect(await count('webhook_event')).to.equal(1)
    })

    it('removes any number of stored events and publishes, in parts', async () => {
      const { pool } = harness.context
      const number = await connected('whatsapp', '78')
      await pool.query(
        `insert into webhook_event (id, batch_id, platform, body, received_at, processed_at)
           select gen_random_uuid(), gen_random_uuid(), 'whatsapp', convert_to('{"id":"' || $1 || '"}', 'UTF8'), now(), now()
           from generate_series(1, 1001)`,
        [number.providerId],
      )
      await pool.query(
        `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status,
             payload, state, created_at, updated_at)
           select gen_random_uuid(), 'publish', $1, $2, $3, 'whatsapp', 'test', 'succeeded', '{}', '{}', now(), now()
           from generate_series(1, 1001)`,
        [number.organizationId, number.profileId, number.id],
      )
      const [events, writes] = [
        await noteRows(pool, 'webhook_event', 'delete'),
        await noteRows(pool, 'external_write', 'delete'),
      ]
      const { confirmationCode } = await requestDataDeletion(harness.context, posted('whatsapp', '78', 'whatsapp-app'))
      await runJob()
      expect((await events()).toSorted((one, other) => other - one)[0]).to.be.at.most(1_000)
      expect((await events()).reduce((sum, each) => sum + each, 0)).to.equal(1_001)
      expect(await writes()).to.deep.equal([1_000, 1])
      const progress = await describeDataDeletion(harness.context, confirmationCode)
      expect(progress?.completedAt).to.be.an.instanceOf(Date)
    })

    it('removes any number of schedules with the rows of their files, in parts', async () => {
      const { pool } = harness.context
      const page = await connected('facebook', '79')
      await pool.query(
        `insert into schedule (id, organization_id, profile_id, account_id, platform, request_id, status, due_at,
             late_minutes, late_then, payload, items, created_at, updated_at)
           select gen_random_uuid(), $1, $2, $3, 'facebook', 'test', 'published', now(), 60, 'publish', '{}', 1, now(), now()
           from generate_series(1, 1001)`,
        [page.organizationId, page.profileId, page.id],
      )
      await pool.query(
        `insert into media_file (organization_id, id, schedule_id, content_type, bytes, sha256, created_at)
           select organization_id, gen_random_uuid(), id, 'image/png', 1, '', now() from schedule`,
      )
      const [schedules, files] = [
        await noteRows(pool, 'schedule', 'delete'),
        await noteRows(pool, 'media_file', 'delete'),
      ]
      await requestDataDeletion(harness.context, posted('facebook', '79'))
      await runJob()
      expect(await schedules()).to.deep.equal([1_000, 1])
      expect(await files()).to.deep.equal([1_000, 1])
    })

    it('is resumed if its job was lost, but not beside a job that has used up its attempts', async () => {
      const { context } = harness
      const page = await connected('facebook', '77')
      const { confirmationCode } = await requestDataDeletion(context, posted('facebook', '77'))
      const clean = () => jobs['retention.run'].run(context, {}, new AbortController().signal)
      await context.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
      await clean()
      const { rows } = await context.pool.query(
        'select attempts = max_attempts as ended from graphile_worker._private_jobs',
      )
      expect(rows).to.deep.equal([{ ended: true }])
      await context.pool.query('delete from graphile_worker._private_jobs')
      await clean()
      await runJob()
      expect(await statuses([page.id])).to.deep.equal(['deleted'])
      const progress = await describeDataDeletion(context, confirmationCode)
      expect(progress?.completedAt).to.be.an.instanceOf(Date)
      await clean()
      expect(await count('graphile_worker._private_jobs')).to.equal(0)
    })

    it('has the same response for a user whom nobody knows, and completes', async () => {
      const { url, confirmationCode } = await requestDataDeletion(
        harness.context,
        posted('instagram', '1', 'instagram-app'),
      )
      expect(url).to.equal(`${harness.context.config.publicUrl}/data-deletion/${confirmationCode}`)
      await runJob()
      const progress = await describeDataDeletion(harness.context, confirmationCode)
      expect(progress).to.include({ accounts: 0 })
      expect(progress?.completedAt).to.be.an.instanceOf(Date)
    })

    it('stores nothing without a valid signature', async () => {
      const forged = requestDataDeletion(harness.context, posted('instagram', '77', 'another-app'))
      expect(await rejection(forged)).to.equal('unauthorized')
      expect(await count('data_deletion')).to.equal(0)
    })

    it('knows no other codes', async () => {
      expect(await describeDataDeletion(harness.context, 'f'.repeat(32))).to.equal(null)
    })
  })
})
