import { randomUUIDv7 } from 'node:crypto'
import { insertUploadPiece, setAccountColumns } from '@carillon/database'
import { expect } from 'chai'
import pg from 'pg'
import { changeAccount } from '../src/account-changes/change-account.ts'
import { storeChange } from '../src/comments/local-change.ts'
import type { Context } from '../src/index.ts'
import { ask, bodyOf } from './ask.ts'
import { type Scheduling, startScheduling } from './schedules/scheduling.ts'

/** One kind of request that waits for a row or a lock of a transaction of another process. */
interface Waiting {
  name: string
  /** The statement that locks the row for which the requests wait, and its values. */
  lock: readonly [text: string, values: readonly unknown[]]
  /** The number of requests that wait at the same time; 1 if absent. */
  atOnce?: number
  request(context: Context, number: number): Promise<unknown>
}

describe('many requests of one caller that wait for the same lock', () => {
  let own: Scheduling
  let context: Context
  let others: pg.Client
  before(async () => {
    own = await startScheduling()
    const { harness } = own
    context = await harness.another(harness.overrides, { databaseConnections: 4 })
    others = new pg.Client({ connectionString: context.config.databaseUrl })
    await others.connect()
  })
  after(async () => {
    await others.end()
    await own.close()
  })

  const scope = () => ({ organizationId: own.harness.organizationId, profileId: null })
  const post = () => ({ platform: 'bluesky', accountId: own.account.id, text: 'Hello' })

  const prepare: Record<string, () => Promise<Waiting>> = {
    async slots() {
      const slots = ['09:00', '12:00', '18:00'].map((time) => ({ weekday: 'monday', time }))
      const params = { profileId: own.harness.profileId }
      await ask(context, 'slots.replace', {
        scope: scope(),
        params,
        body: { timeZone: 'Europe/Berlin', slots },
      })
      return {
        name: 'schedules for the next slot of an account',
        lock: ['select pg_advisory_xact_lock(36, hashtext($1))', [own.account.id]],
        request: () =>
          ask(context, 'schedules.create', {
            ...{ scope: scope(), grant: own.grant },
            body: { publishAt: { nextSlot: true }, post: post() },
          }),
      }
    },
    async budget() {
      const grant = await own.keyOf({ publishesPerDay: 100 })
      const create = () => {
        const publishAt = new Date(own.clock.at + 3_600_000).toISOString()
        return ask(context, 'schedules.create', { scope: scope(), grant, body: { publishAt, post: post() } })
      }
      await create()
      return {
        name: 'schedules that use the budget of a key',
        lock: ['select from key_budget_use where key_id = $1 for update', [grant.keyId]],
        request: create,
      }
    },
    async cancellation() {
      const grant = await own.keyOf({ publishesPerDay: 100 })
      const ids: string[] = []
      for (let count = 0; count < 12; count++) ids.push((await own.create(3_600_000, {}, { grant })).scheduleId)
      return {
        name: 'cancellations of schedules that give back to the budget of a key',
        lock: ['select from key_budget_use where key_id = $1 for update', [grant.keyId]],
        request: (_context, number) =>
          ask(context, 'schedules.cancel', { scope: scope(), grant, params: { scheduleId: ids[number] ?? '' } }),
      }
    },
    async endpoint() {
      const body = { url: 'https://hooks.example.com/', types: ['*'] }
      const { id: endpointId } = bodyOf(await ask(context, 'webhookEndpoints.create', { scope: scope(), body }))
      return {
        name: 'changes of a webhook endpoint',
        lock: ['select from webhook_endpoint where id = $1 for update', [endpointId]],
        request: (_context, number) =>
          ask(context, 'webhookEndpoints.update', {
            ...{ scope: scope(), params: { endpointId } },
            body: { description: `Change ${number}` },
          }),
      }
    },
    async account() {
      const { id } = own.account
      return {
        name: 'changes of an account',
        lock: ['select from account where id = $1 for update', [id]],
        request: ({ now }, number) => {
          const display = { displayIdentifier: null, displayName: `Name ${number}`, quality: null, updatedAt: now() }
          return changeAccount(context, {
            id,
            type: 'account.updated',
            change: (tx) => setAccountColumns(tx, id, display),
          })
        },
      }
    },
    async comments() {
      const accountId = own.account.id
      return {
        name: 'changes of comments of an account',
        lock: ['select pg_advisory_xact_lock(6, hashtext($1))', [accountId]],
        request: (_context, number) => storeChange(context, { accountId, commentId: `comment-${number}`, liked: true }),
      }
    },
    async idempotent() {
      const { organizationId } = own.harness
      return {
        name: 'requests with the same idempotency key',
        lock: [
          `insert into idempotent_answer (organization_id, operation, key, body_hash, created_at)
            values ($1, 'profiles.create', 'same', '', now())`,
          [organizationId],
        ],
        request: () =>
          ask(context, 'profiles.create', {
            ...{ scope: scope(), headers: { 'idempotency-key': 'same' } },
            body: { name: 'Same' },
          }),
      }
    },
    async organization() {
      return {
        name: 'changes of an organization',
        lock: ['select from organization where id = $1 for update', [own.harness.organizationId]],
        request: (_context, number) =>
          ask(context, 'organization.update', { scope: scope(), body: { name: `${number}` } }),
      }
    },
    async publishes() {
      return {
        name: 'pages of publishes of an organization',
        lock: ['lock table external_write in access exclusive mode', []],
        atOnce: 2,
        request: () => ask(context, 'publishes.list', { scope: scope() }),
      }
    },
    async schedules() {
      return {
        name: 'pages of schedules of an organization',
        lock: ['lock table schedule in access exclusive mode', []],
        atOnce: 2,
        request: () => ask(context, 'schedules.list', { scope: scope() }),
      }
    },
    async profiles() {
      return {
        name: 'lists of the profiles of an organization',
        lock: ['lock table profile in access exclusive mode', []],
        atOnce: 2,
        request: () => ask(context, 'profiles.list', { scope: scope() }),
      }
    },
    async upload() {
      const id = randomUUIDv7()
      await context.pool.query(
        `insert into upload (id, organization_id, bytes, created_at, expires_at)
          values ($1, $2, 10, now(), now() + interval '1 day')`,
        [id, own.harness.organizationId],
      )
      const piece = { uploadId: id, startByte: 0, contentType: null, sha256: '' }
      return {
        name: 'pieces of an upload',
        lock: ['select from upload where id = $1 for update', [id]],
        request: () => insertUploadPiece(context.db, { ...piece, fileId: randomUUIDv7() }, 10),
      }
    },
  }

  for (const [what, make] of Object.entries(prepare)) {
    it(`leave connections for others: ${what}`, async () => {
      const { name, lock, atOnce = 1, request } = await make()
      await others.query('begin')
      await others.query(lock[0], [...lock[1]])
      const requests = Array.from({ length: 12 }, (_, number) => request(context, number))
      const ended = Promise.allSettled(requests)
      try {
        const waiting = async () => {
          const { rows } = await context.pool.query(
            `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0].count as number
        }
        while ((await waiting()) === 0);
        // More often than the other requests need before they wait.
        for (let time = 0; time < 150; time++) await context.pool.query('select 1')
        expect(await waiting(), name).to.equal(atOnce)
      } finally {
        await others.query('rollback')
      }
      const failed = (await ended).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      expect(failed, name).to.deep.equal([])
    })
  }
})
