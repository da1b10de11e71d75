import type pg from 'pg'

/** The last migration of the previous version, 0.1.0. */
export const previousSchema = '0007-ads'

/** Ids that statements of the load name again. */
export const ids = {
  organization: '00000000-0000-7000-8000-000000000001',
  profile: '00000000-0000-7000-8000-000000000002',
  account: '00000000-0000-7000-8000-000000000003',
  key: '00000000-0000-7000-8000-000000000004',
} as const

/** Ids that begin with their time, as those of writes do; `n` seconds ago. */
const idAt = `(lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 1000), 12, '0') || '7'
  || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`

const account = `'${ids.organization}', '${ids.profile}', '${ids.account}'`

const statementsFor = (writes: number): string[] => [
  `insert into organization values ('${ids.organization}', 'Previous', false, now())`,
  `insert into profile values ('${ids.profile}', '${ids.organization}', 'Profile', null, null, now(), now())`,
  `insert into account (organization_id, profile_id, id, platform, provider_id, status, scopes, missing_scopes, connected_at,
      updated_at) values (${account}, 'bluesky', 'one', 'connected', '{}', '{}', now(), now())`,
  `insert into credential (account_id, generation, sealed, refreshed_at) values ('${ids.account}', 1, '\\x01', now())`,
  `insert into api_key (id, organization_id, hash, last4, created_at)
    values ('${ids.key}', '${ids.organization}', '\\x01', '0000', now())`,
  `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status, payload, state,
      attempt, wake_at, provider_ids, result, created_at, updated_at)
    select ${idAt}, case when n % 5 = 0 then 'comment.create' else 'publish' end, ${account}, 'bluesky', 'request-' || n,
      case when n % 1000 = 0 then 'processing' else 'succeeded' end,
      jsonb_build_object('text', 'Hello, common word and rare' || n), '{}', 1,
      case when n % 1000 = 0 then now() + interval '1 day' end, array['post-' || n], '{}', now(), now()
    from generate_series(1, ${writes}) as n`,
  `insert into external_write_attempt (write_id, number, step, started_at, ended_at, outcome, request_id)
    select id, 1, 'post', created_at, created_at, 'succeeded', request_id from external_write`,
  `insert into charge (id, organization_id, profile_id, account_id, platform, operation, count, unit_price, reference, at)
    select ${idAt}, ${account}, 'x', 'content.create', 1, 1500, 'charge-' || n, now() - make_interval(secs => n)
    from generate_series(1, ${writes}) as n`,
  `insert into message (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
    select ${idAt}, '${ids.account}', 'message-' || n, 'inbound', 'text', '15550783881', '15556667777', '{}', 'delivered',
      now(), now() from generate_series(1, ${writes}) as n`,
  `insert into idempotent_answer (organization_id, operation, key, body_hash, status, created_at)
    select '${ids.organization}', 'posts.publish', 'key-' || n, '\\x01', 201, now() from generate_series(1, ${writes / 4}) as n`,
  `update account set setup_missing = '{}'`,
  'analyze',
]

/** Fills an empty database of the previous version with that many writes, charges and messages. */
export async function fillPrevious(client: pg.Client, writes: number): Promise<void> {
  for (const statement of statementsFor(writes)) await client.query(statement)
}
