import { setTimeout as sleep } from 'node:timers/promises'
import { lockAccounts, type Pool, transaction } from '@carillon/database'
import { expect } from 'chai'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { noteRows } from '../note-rows.ts'
import { withPorts } from '../with-ports.ts'

describe('an account that is deleted', () => {
  let harness: Harness
  let pool: Pool
  beforeEach(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: {} }) })
    pool = harness.context.pool
  })
  afterEach(() => harness.close())

  async function untilBlocked(count: number): Promise<void> {
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await pool.query(blocked)).rowCount !== count) await sleep(20)
  }

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const disconnect = (accountId: string, { context }: Pick<Harness, 'context'> = harness) =>
    ask(context, 'accounts.disconnect', {
      scope: scope(),
      params: { profileId: harness.profileId, accountId },
    }).then(({ status }) => status, String)
  const deleteProfile = () =>
    ask(harness.context, 'profiles.delete', { scope: scope(), params: { profileId: harness.profileId } }).then(
      ({ status }) => status,
      String,
    )

  const ways = { itself: disconnect, 'with its profile': deleteProfile }
  for (const [how, remove] of Object.entries(ways)) {
    it(`${how} has comments and messages deleted in parts, as it can have any number of them`, async () => {
      const { id } = await harness.connect({ platform: 'bluesky' })
      await pool.query(
        `insert into comment_post (id, account_id, post_id, summary, read_at)
           select gen_random_uuid(), $1, number::text, '{}', now() from generate_series(1, 45) as number`,
        [id],
      )
      await pool.query(
        `insert into comment (account_id, id, copy_id, created_at, content, created_version)
           select account_id, post_id, id, now(), '{}', 1 from comment_post`,
      )
      await pool.query(
        `insert into message (id, account_id, direction, type, body, status, occurred_at, created_at)
           select gen_random_uuid(), $1, 'inbound', 'text', '', 'received', now(), now() from generate_series(1, 20001)`,
        [id],
      )
      const [posts, messages] = [
        await noteRows(pool, 'comment_post', 'delete'),
        await noteRows(pool, 'message', 'delete'),
      ]
      expect(await remove(id)).to.equal(200)
      expect([await posts(), await messages()]).to.deep.equal([
        [20, 20, 5],
        [20_000, 1],
      ])
      const { rows } = await pool.query('select id from account union all select account_id from comment')
      expect(rows).to.deep.equal([])
    })
  }

  it('has any number of comments that are marked as deleted deleted in parts', async () => {
    const { id } = await harness.connect({ platform: 'bluesky' })
    await pool.query(
      `insert into comment_post (id, account_id, post_id, summary, read_at)
         values (gen_random_uuid(), $1, 'post', '{}', now())`,
      [id],
    )
    await pool.query(
      `insert into comment (account_id, id, copy_id, created_at, content, created_version, deleted_at)
         select account_id, number::text, id, now(), '{}', 1, case when number > 1 then now() end
         from comment_post, generate_series(1, 20003) as number`,
    )
    const comments = await noteRows(pool, 'comment', 'delete')
    expect(await disconnect(id)).to.equal(200)
    expect(await comments()).to.deep.equal([10_000, 10_000, 2, 1])
  })

  it('with its profile does not lock the organization', async () => {
    const { id } = await harness.connect({ platform: 'bluesky' })
    const { ended } = await transaction(harness.context.db, async (tx) => {
      await lockAccounts(tx, [id])
      const ended = deleteProfile()
      await untilBlocked(1)
      await pool.query('select from organization for update nowait')
      return { ended }
    })
    expect(await ended).to.equal(200)
  })

  it('twice at the same time raises one event', async () => {
    const { id } = await harness.connect({ platform: 'bluesky' })
    const { ended } = await transaction(harness.context.db, async (tx) => {
      await lockAccounts(tx, [id])
      const first = disconnect(id, { context: await harness.another() })
      await untilBlocked(1)
      const second = deleteProfile()
      await untilBlocked(2)
      return { ended: Promise.all([first, second]) }
    })
    const [, ofProfile] = await ended
    expect(ofProfile).to.equal(200)
    const { rows } = await pool.query(
      `select type from event_outbox where object_id = $1 union all select type from event where object_id = $1`,
      [id],
    )
    expect(rows).to.deep.equal([{ type: 'account.disconnected' }])
  })
})
