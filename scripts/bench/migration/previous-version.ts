import { randomUUIDv7 } from 'node:crypto'
import { ids } from './previous-data.ts'

/** Sends a statement of the previous version; returns its rows. */
export type Send = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

const { organization, profile, account, key } = ids

/**
 * What version 0.1.0 asks of the database, as it sends it: the life of a publish, of messages and events, the reads and
 * counts of a request, and purges. Each fails if the database does not respond as that version expects.
 */
export const previousVersion: Readonly<Record<string, (send: Send) => Promise<void>>> = {
  async request(send) {
    await send('select * from api_key where hash = $1', ['\\x01'])
    await send(
      `insert into request_window (key_id, started_at, used) values ($1, date_trunc('minute', now()), 1)
        on conflict (key_id, started_at) do update set used = request_window.used + 1 returning used`,
      [key],
    )
    await send('update api_key set last_used_at = now() where id = $1', [key])
    await expectOne(
      send(
        `select account.*, credential.generation, credential.sealed from account
          join credential on account_id = account.id where account.id = $1 and organization_id = $2`,
        [account, organization],
      ),
    )
  },
  async publish(send) {
    const id = randomUUIDv7()
    await send(
      `insert into idempotent_answer (organization_id, operation, key, body_hash, created_at)
        values ($1, 'posts.publish', $2, '\\x01', now()) on conflict do nothing`,
      [organization, id],
    )
    await expectOne(
      send(
        `with written as (
          insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status, payload,
            state, created_at, updated_at, wake_at)
          values ($1, 'publish', $2, $3, $4, 'bluesky', $5, 'processing', '{"text": "hello"}', '{}', now(), now(), now())
          returning *
        ) select written.*, job.id as job from written, graphile_worker.add_job('write.run',
          json_build_object('writeId', $1::text), job_key => 'write:' || $1, run_at => now() + interval '1 day') as job`,
        [id, organization, profile, account, `r-${id}`],
      ),
    )
    const [claimed] = await send(
      `update external_write set crash_count = crash_count + case when running_since is null then 0 else 1 end,
          version = version + 1, changed_by = null, running_since = now(), running_by = 'w', wake_at = now() + interval '1 day'
        where id = $1 and wake_at is not null returning *`,
      [id],
    )
    await send(
      `insert into external_write_attempt (write_id, number, step, started_at, request_id) values ($1, 1, 'post', now(), 'r')`,
      [id],
    )
    await expectOne(
      send(
        `update external_write set status = 'succeeded', wake_at = null, running_since = null, provider_ids = array[$1],
            result = '{}', attempt = 1, updated_at = now(), version = version + 1
          where id = $1 and version = $2 returning *`,
        [id, claimed?.['version']],
      ),
    )
    await send('select * from external_write_attempt where write_id = $1', [id])
  },
  async lists(send) {
    const list = `select * from external_write where organization_id = $1 and kind = 'publish' order by id desc limit 50`
    if ((await send(list, [organization])).length === 0) throw new Error('the list of publishes is empty')
    await send(
      `select id, organization_id, platform from external_write where wake_at < now() order by wake_at limit 50`,
    )
    await send('select * from message where account_id = $1 order by occurred_at desc, id desc limit 50', [account])
  },
  async message(send) {
    const id = randomUUIDv7()
    await send(
      `insert into webhook_event (id, batch_id, platform, body, received_at) values ($1, $1, 'whatsapp', '{}', now())`,
      [id],
    )
    await expectOne(send('select * from webhook_event where batch_id = $1 and processed_at is null order by id', [id]))
    await send(
      `insert into message (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
        values ($1, $2, $3, 'inbound', 'text', '15550783881', '15556667777', '{}', 'delivered', now(), now())
        on conflict on constraint message_provider do update set status = excluded.status`,
      [id, account, `wamid.${id}`],
    )
    await send('update webhook_event set processed_at = now() where batch_id = $1', [id])
  },
  async charges(send) {
    await send(
      `insert into charge (id, organization_id, profile_id, account_id, platform, operation, count, unit_price, at)
        values ($1, $2, $3, $4, 'x', 'content.create', 1, 1500, now())`,
      [randomUUIDv7(), organization, profile, account],
    )
    await send('update credential set generation = generation + 1, refreshed_at = now() where account_id = $1', [
      account,
    ])
    await send('update account set updated_at = now() where id = $1', [account])
  },
  async comments(send) {
    await send('insert into comment_account (account_id) values ($1) on conflict (account_id) do nothing', [account])
    await expectOne(send('select * from comment_account where account_id = $1', [account]))
    await send(
      'update comment_account set posts_synced_at = now(), posts_requested_at = null, expired_at = null where account_id = $1',
      [account],
    )
    await send('update comment_account set version = version + 1 where account_id = $1', [account])
  },
  async purge(send) {
    await send(
      `delete from webhook_event where ctid = any(array(
        select ctid from webhook_event where received_at < now() - interval '30 days' limit 1000 for update skip locked))`,
    )
  },
}

async function expectOne(rows: Promise<unknown[]>): Promise<void> {
  const { length } = await rows
  if (length !== 1) throw new Error(`${length} rows instead of one`)
}
