import { randomUUIDv7 } from 'node:crypto'
import {
  createPartitionsAhead,
  insertCharges,
  insertSession,
  retentionPolicies,
  type WriteStatus,
} from '@carillon/database'
import { expect } from 'chai'
import { type Context, jobs, readGauges } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'
import { noteRows } from '../note-rows.ts'

const hour = 3_600_000
const day = 24 * hour
const begin = new Date('2026-03-01T00:30:00.000Z')
const hash = (text: string) => Buffer.from(text.padEnd(32, '.'))

/** An id as it would have been made at `at`. */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUIDv7().slice(15)}`
}

describe('retention', () => {
  let harness: Harness
  let clock = begin
  let context: Context
  before(async () => {
    harness = await startHarness({ now: () => clock })
    context = harness.context
  })
  after(() => harness.close())

  const clean = (signal = new AbortController().signal) => jobs['retention.run'].run(context, {}, signal)
  const count = async (table: string, where = 'true') => {
    const { rows } = await context.pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where ${where}`,
    )
    return rows[0]?.count
  }

  async function session(state: string): Promise<string> {
    const id = idAt(begin)
    await insertSession(context.db, {
      id,
      organizationId: harness.organizationId,
      profileId: harness.profileId,
      platform: 'bluesky',
      authMethod: null,
      redirectUrl: null,
      status: 'pending',
      stateHash: hash(state),
      ciphertext: Buffer.from('secret'),
      requestId: 'r',
      createdAt: begin,
      expiresAt: begin,
    })
    return id
  }

  /** A post that was checked with a tool at the beginning. */
  async function checkedPost(name: string): Promise<void> {
    const key = randomUUIDv7()
    await context.pool.query('delete from tool_write')
    await context.pool.query(
      `insert into api_key (id, organization_id, hash, last4, created_at) values ($1, $2, $3, 'last', $4)`,
      [key, harness.organizationId, hash(`key that has ${name}`), begin],
    )
    await context.pool.query(
      `insert into tool_write (key_id, request_id, tool, fingerprint, payload, created_at, expires_at)
        values ($1, $1, 'publish_post', $2, $2, $3, $3)`,
      [key, hash('post'), begin],
    )
  }

  /** A post whose comments are copied, read last at the beginning. */
  async function copy(postId: string): Promise<string> {
    const { id: accountId } = await harness.connect({ platform: 'facebook' })
    const id = randomUUIDv7()
    await context.pool.query(
      `insert into comment_post (id, account_id, post_id, summary, read_at) values ($1, $2, $3, '{}', $4)`,
      [id, accountId, postId, begin],
    )
    return id
  }

  async function write(kind: string, status: WriteStatus, wakeAt: Date | null): Promise<string> {
    const id = idAt(begin)
    const ids = [kind, id, harness.organizationId, harness.profileId, randomUUIDv7()]
    await context.pool.query(
      `insert into external_write (kind, id, organization_id, profile_id, account_id, platform, request_id, status, payload,
        state, wake_at, created_at, updated_at) values ($1, $2, $3, $4, $5, 'bluesky', 'r', $6, '{}', '{}', $7, $8, $8)`,
      [...ids, status, wakeAt, begin],
    )
    await context.pool.query(
      `insert into external_write_attempt (write_id, number, step, started_at, request_id)
        values ($1, 1, 'send', $2, 'r')`,
      [id, begin],
    )
    return id
  }

  /** One row in each table, its time beginning at `begin`; a policy's rows are counted by `where`. */
  const made: Record<string, { make(): Promise<unknown>; where?: string }> = {
    request_window: {
      make: async () => {
        await context.pool.query(
          `insert into api_key (id, organization_id, hash, last4, created_at) values ($1, $2, $3, 'last', $4)`,
          [harness.profileId, harness.organizationId, hash('key'), begin],
        )
        await context.pool.query('insert into request_window values ($1, $2, 1)', [harness.profileId, begin])
      },
    },
    organization_request_window: {
      make: () =>
        context.pool.query(
          `insert into organization_request_window (organization_id, started_at, used) values ($1, $2, 1)`,
          [harness.organizationId, begin],
        ),
    },
    network_minute: {
      make: () => context.pool.query("insert into network_minute values ('x', $1, 1, 0, 0)", [begin]),
    },
    publish_hour: {
      make: () => context.pool.query("insert into publish_hour values ($1, 'x', 'succeeded', '', 1)", [begin]),
    },
    dashboard_session: {
      make: async () => {
        const key = randomUUIDv7()
        await context.pool.query(
          `insert into api_key (id, organization_id, hash, last4, created_at) values ($1, $2, $3, 'last', $4)`,
          [key, harness.organizationId, hash('key of a session'), begin],
        )
        await context.pool.query('insert into dashboard_session values ($1, $2, $3, $3, $3)', [
          hash('session'),
          key,
          begin,
        ])
      },
    },
    'tool_write:emptied': { make: () => checkedPost('emptied'), where: 'payload is not null' },
    tool_write: { make: () => checkedPost('kept') },
    idempotent_answer: {
      make: () =>
        context.pool.query(
          `insert into idempotent_answer (organization_id, operation, key, body_hash, created_at)
            values ($1, 'profiles.create', 'k', $2, $3)`,
          [harness.organizationId, hash('body'), begin],
        ),
    },
    'connection_session:emptied': {
      make: () => session('emptied'),
      where: 'sealed is not null or state_hash is not null',
    },
    connection_session: {
      make: () => context.pool.query('delete from connection_session').then(() => session('gone')),
    },
    rate: {
      make: () =>
        context.pool.query("insert into rate values ('r', 'k', array[$1::timestamptz - interval '1 year', $1])", [
          begin,
        ]),
    },
    day_budget: { make: () => context.pool.query("insert into day_budget values ('b', $1::date, 1)", [begin]) },
    webhook_event: {
      make: () =>
        context.pool.query(
          "insert into webhook_event (id, batch_id, platform, body, received_at) values ($1, $1, 'whatsapp', '{}', $2)",
          [idAt(begin), begin],
        ),
    },
    event: {
      make: async () => {
        await createPartitionsAhead(context.db, 'event', begin)
        await context.pool.query(
          `insert into event (position, stored_at, id, organization_id, type, object_type, object_id, sequence, occurred_at,
              truncated, data) values (1, $2, $1, $1, 't', 'o', 'i', 1, $2, false, '{}')`,
          [idAt(begin), begin],
        )
      },
    },
    api_request: {
      make: async () => {
        await createPartitionsAhead(context.db, 'api_request', begin)
        await context.pool.query(
          `insert into api_request (organization_id, id, at, method, path, params, key_id, source, duration_ms, request_id)
            values ($1, $2, $3, 'GET', '/profiles', '{}', $1, 'api', 1, 'r')`,
          [harness.organizationId, idAt(begin), begin],
        )
      },
    },
    audit_entry: {
      make: async () => {
        await createPartitionsAhead(context.db, 'audit_entry', begin)
        await context.pool.query(
          `insert into audit_entry (id, organization_id, at, action, actor_type, targets, number, closed_at, previous_hash,
              hash) values ($1, $2, $3, 'keys.create', 'key', '[]', 1, $3, '', '')`,
          [idAt(begin), harness.organizationId, begin],
        )
      },
    },
    key_budget_use: {
      make: async () => {
        const key = randomUUIDv7()
        await context.pool.query(
          `insert into api_key (id, organization_id, hash, last4, created_at) values ($1, $2, $3, 'last', $4)`,
          [key, harness.organizationId, hash('key with a budget'), begin],
        )
        await context.pool.query("insert into key_budget_use values ($1, 'publishesPerDay', $2::date, 1)", [key, begin])
      },
    },
    event_object: {
      make: () =>
        context.pool.query("insert into event_object values ($1, 'publish', 'p', 1, $2)", [randomUUIDv7(), begin]),
    },
    webhook_delivery: {
      make: async () => {
        const endpoint = randomUUIDv7()
        await context.pool.query(
          `insert into webhook_endpoint (id, organization_id, url, types, header_names, headers, status, secret, created_at,
              updated_at) values ($1, $2, 'https://example.com', '{*}', '{}', '', 'disabled', '', $3, $3)`,
          [endpoint, harness.organizationId, begin],
        )
        await context.pool.query(
          `insert into webhook_delivery (id, endpoint_id, organization_id, event_id, type, object_type, object_id, status,
              created_at) values ($1, $2, $3, $1, 'ping', 'ping', 'p', 'delivered', $4)`,
          [idAt(begin), endpoint, harness.organizationId, begin],
        )
      },
    },
    comment_push: {
      make: async () => {
        const { id } = await harness.connect({ platform: 'instagram' })
        await context.pool.query("insert into comment_push (account_id, comment_id, pushed_at) values ($1, 'c', $2)", [
          id,
          begin,
        ])
      },
    },
    message_receipt: {
      make: async () => {
        const { id } = await harness.connect({ platform: 'instagram' })
        await context.pool.query("insert into message_receipt values ($1, 'user', 'read', $2, $2)", [id, begin])
      },
    },
    comment_change: {
      make: async () => {
        const { id } = await harness.connect({ platform: 'youtube' })
        await context.pool.query(
          "insert into comment_change (account_id, comment_id, deleted, changed_at) values ($1, 'c', true, $2)",
          [id, begin],
        )
      },
    },
    message_status: {
      make: async () => {
        const { id } = await harness.connect({ platform: 'facebook' })
        await context.pool.query("insert into message_status values ($1, 'wamid', 'sent', null, $2, $2)", [id, begin])
      },
    },
    connect_link: {
      make: () =>
        context.pool.query(
          `insert into connect_link (id, organization_id, profile_id, token_hash, platforms, created_at, expires_at)
            values ($1, $2, $3, $4, '{x}', $5, $5)`,
          [idAt(begin), harness.organizationId, harness.profileId, hash('link'), begin],
        ),
    },
    paused_limit: { make: () => context.pool.query("insert into paused_limit values ('limit', $1)", [begin]) },
    ad_report: {
      make: async () => {
        const { id } = await harness.connect({ platform: 'facebook' })
        await context.pool.query("insert into ad_report values ($1, 'query', 'run', $2)", [id, begin])
      },
    },
    data_deletion: {
      make: () =>
        context.pool.query(
          `insert into data_deletion (code, platforms, user_ids, requested_at, completed_at)
            values ('code', '{facebook}', '{}', $1, $1)`,
          [begin],
        ),
    },
    comment_post: { make: () => copy('post') },
    comment: {
      make: async () => {
        const id = await copy('other')
        await context.pool.query(
          `insert into comment (account_id, id, copy_id, created_at, content, created_version, deleted_at)
            select account_id, 'c', id, $2, '{}', 1, $2 from comment_post where id = $1`,
          [id, begin],
        )
        await context.pool.query(`update comment_post set read_at = 'infinity' where id = $1`, [id])
      },
    },
    schedule: {
      make: () =>
        context.pool.query(
          `insert into schedule (id, organization_id, profile_id, account_id, platform, request_id, status, due_at,
            late_minutes, late_then, payload, items, created_at, updated_at)
            values ($1, $2, $3, $1, 'bluesky', 'r', 'cancelled', $4, 60, 'hold', '{}', 1, $4, $4)`,
          [idAt(begin), harness.organizationId, harness.profileId, begin],
        ),
    },
    external_write: { make: () => write('publish', 'succeeded', null) },
    'external_write:other': { make: () => write('post.delete', 'failed', null) },
    'graphile_worker._private_jobs:ended': {
      make: async () => {
        const id = randomUUIDv7()
        await context.pool.query(
          `select graphile_worker.add_job('write.run', json_build_object('writeId', $1::text))`,
          [id],
        )
        await context.pool.query('update graphile_worker._private_jobs set attempts = max_attempts, updated_at = $1', [
          begin,
        ])
        expect((await readGauges(context)).queue).to.include({ failed: 0, due: 0 })
      },
    },
    'graphile_worker._private_jobs': {
      make: () =>
        context.pool
          .query(
            `with job as (select id from graphile_worker.add_job('write.run', max_attempts => 1))
            select from job`,
          )
          .then(() =>
            context.pool.query('update graphile_worker._private_jobs set attempts = 1, updated_at = $1', [begin]),
          ),
    },
  }

  for (const policy of retentionPolicies) {
    const part = policy.rows.includes('that have ended')
      ? ':ended'
      : policy.emptied
        ? ':emptied'
        : policy.rows.startsWith('other ')
          ? ':other'
          : ''
    const name = `${policy.table}${part}`
    it(`keeps ${policy.rows} for ${policy.keptHours} hours, and no longer`, async () => {
      const { make, where } = made[name] ?? expect.fail(`nothing is made for ${name}`)
      await make()
      // Days of a budget count whole.
      clock = new Date(begin.getTime() + policy.keptHours * hour - 60_000)
      await clean()
      expect(await count(policy.table, where)).to.equal(1)
      clock = new Date(begin.getTime() + policy.keptHours * hour + day)
      await clean()
      expect(await count(policy.table, where)).to.equal(0)
      if (policy.emptied) expect(await count(policy.table)).to.equal(1)
    })
  }

  it('deletes nothing while the clocks of the machine and the database are far apart', async () => {
    for (const days of [-400, 400]) {
      const wall = () => Date.now() - days * day
      const apart = await harness.another({ machine: { wall, monotonic: () => performance.now() } })
      await apart.followClock()
      const failure = await jobs['retention.run']
        .run(apart, {}, new AbortController().signal)
        .catch((error: unknown) => error)
      expect(String(failure)).to.equal(
        'Error: nothing is deleted: the clocks of the machine and the database are 576000 minutes apart',
      )
    }
  })

  it('keeps copies of comments as long as the setting says', async () => {
    const id = await copy('kept')
    const { comments } = context.config
    const shorter = await harness.another({ now: () => clock }, { comments: { ...comments, keptDays: 3 } })
    const left = () => count('comment_post', `id = '${id}'`)
    clock = new Date(begin.getTime() + 2 * day)
    await jobs['retention.run'].run(shorter, {}, new AbortController().signal)
    expect(await left()).to.equal(1)
    clock = new Date(begin.getTime() + 3 * day + hour)
    await jobs['retention.run'].run(shorter, {}, new AbortController().signal)
    expect(await left()).to.equal(0)
  })

  it('keeps the newest requests of an organization, as many as the setting says', async () => {
    const requests = { ...context.config.requests, maxPerOrganization: 1_500 }
    const fewer = await harness.another({ now: () => clock }, { requests })
    clock = new Date(begin.getTime() + 3_000 * day)
    await createPartitionsAhead(context.db, 'api_request', clock)
    const other = randomUUIDv7()
    const ids = Array.from({ length: 4_000 }, (_, number) => idAt(new Date(clock.getTime() + number)))
    await context.pool.query(
      `insert into api_request (organization_id, id, at, method, path, params, key_id, source, duration_ms, request_id)
        select case when number > 3000 then $1::uuid else $2::uuid end, id, $3, 'GET', '/profiles', '{}', $1, 'api', 1, 'r'
        from unnest($4::uuid[]) with ordinality as made(id, number)`,
      [other, harness.organizationId, clock, ids],
    )
    await jobs['retention.run'].run(fewer, {}, new AbortController().signal)
    expect(await count('api_request', `organization_id = '${other}'`)).to.equal(1_000)
    const { rows } = await context.pool.query<{ id: string }>(
      'select id from api_request where organization_id = $1 order by id',
      [harness.organizationId],
    )
    expect(rows.map(({ id }) => id)).to.deep.equal(ids.slice(1_500, 3_000))
  })

  it('removes attempts with their publish', async () => {
    expect(await count('external_write_attempt')).to.equal(0)
  })

  it('never removes a publish that is open or that a person has to look at, nor the ledger', async () => {
    await Promise.all([
      write('publish', 'unknown', null),
      write('publish', 'processing', begin),
      write('publish', 'accepted', begin),
    ])
    await write('publish', 'failed', null)
    await insertCharges(context.db, [
      {
        id: idAt(begin),
        organizationId: harness.organizationId,
        profileId: harness.profileId,
        accountId: randomUUIDv7(),
        platform: 'x',
        operation: 'post.create',
        count: 1,
        unitPrice: 1,
        reference: null,
        at: begin,
      },
    ])
    clock = new Date(begin.getTime() + 4_000 * day)
    await clean()
    expect(await count('external_write')).to.equal(3)
    expect(await count('external_write', "status = 'failed'")).to.equal(0)
    expect(await count('external_write_attempt')).to.equal(3)
    expect(await count('charge')).to.equal(1)
  })

  it('takes thousands of rows in one go, leaves those that are held, and stops when the process drains', async () => {
    await context.pool.query(
      "insert into rate select 'many', n::text, array[$1::timestamptz] from generate_series(1, 2500) as n",
      [begin],
    )
    clock = new Date(begin.getTime() + 2 * day)
    await clean(AbortSignal.abort())
    expect(await count('rate')).to.equal(2_500)
    const holder = await context.pool.connect()
    await holder.query("begin; select from rate where key = '7' for update")
    try {
      await clean()
      expect(await count('rate')).to.equal(1)
      await holder.query('rollback')
    } finally {
      holder.release(true)
    }
    await clean()
    expect(await count('rate')).to.equal(0)
  })

  it('takes only a few copies of comments in one statement, as each can have thousands', async () => {
    const ofOne = await copy('of one statement')
    await context.pool.query(
      `insert into comment_post (id, account_id, post_id, summary, read_at)
        select gen_random_uuid(), account_id, n::text, '{}', $2
        from comment_post, generate_series(1, 120) as n where id = $1`,
      [ofOne, begin],
    )
    const deletions = await noteRows(context.pool, 'comment_post', 'delete')
    clock = new Date(begin.getTime() + 31 * day)
    await clean()
    expect(await deletions()).to.deep.equal([50, 50, 21])
  })

  it('goes on with the other tables when one fails, and the job is told of it', async () => {
    await context.pool.query("insert into rate values ('r', 'k', array[$1::timestamptz])", [begin])
    await context.pool.query('alter table request_window rename to elsewhere')
    const failure: unknown = await clean().catch((error: unknown) => error)
    await context.pool.query('alter table elsewhere rename to request_window')
    expect(failure).to.be.instanceOf(AggregateError)
    expect(await count('rate')).to.equal(0)
  })
})
