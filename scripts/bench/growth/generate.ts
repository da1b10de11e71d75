import type pg from 'pg'

/** Rows of each kind at scale 1; the first organization and the first account hold half of what belongs to one. */
const atOnce = {
  organizations: 10,
  profiles: 2_000,
  accounts: 5_000,
  writes: 10_000,
  charges: 10_000,
  comments: 100_000,
  messages: 50_000,
  schedules: 10_000,
}

type Counts = typeof atOnce

/** The first of everything: what a large tenant asks for. */
export interface Known {
  organizationId: string
  profileId: string
  /** A profile with as many rows at every scale. */
  smallProfileId: string
  accountId: string
  copyId: string
  writeId: string
  keyId: string
  scheduleId: string
}

/** The time of the newest rows: the start of today, so that schedules of the following days are not due. */
export const now = new Date(new Date().toISOString().slice(0, 10))

/** Ids that a query can name again: the same kind and number have the same one. */
const helpers = [
  `create function id_of(kind text, number bigint) returns uuid language sql immutable as
    $$ select md5(kind || number)::uuid $$`,
  // Ids that begin with their time, as those of writes and sessions do.
  `create function id_at(at timestamptz, number bigint) returns uuid language sql immutable as
    $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(number::text), 1, 3)
      || '8' || substr(md5(number::text), 4, 15))::uuid $$`,
  // Half of what is made belongs to the first, the rest to the others in turn.
  `create function owner_of(number bigint, owners bigint) returns bigint language sql immutable as
    $$ select case when number % 2 = 0 then 1 else 1 + (number / 2) % owners end $$`,
]

function statementsFor(counts: Counts): string[] {
  const { organizations, profiles, accounts, writes, charges, comments, messages, schedules } = counts
  const soon = atOnce.schedules / 10
  const at = (seconds: string) => `timestamptz '${now.toISOString()}' - make_interval(secs => ${seconds})`
  const ofAccount = `id_of('account', owner_of(n, ${accounts}))`
  return [
    `insert into organization (id, name, created_at)
      select id_of('organization', n), 'Organization ' || n, ${at('n')} from generate_series(1, ${organizations}) as n`,
    // Below, rows are stored in the order of their time, as they would be.
    `insert into profile (id, organization_id, name, created_at, updated_at)
      select id_of('profile', n), id_of('organization', owner_of(n, ${organizations})), 'Profile ' || n, ${at('n')}, ${at('n')}
      from generate_series(1, ${profiles}) as n`,
    `insert into api_key (id, organization_id, profile_id, hash, last4, created_at)
      select id_of('key', n), organization_id, id, sha256(n::text::bytea), '0000', created_at
      from (select *, row_number() over (order by id) as n from profile) as p`,
    `insert into dashboard_session (hash, key_id, created_at, last_used_at, expires_at)
      select sha256(('session' || n)::bytea), id_of('key', 1 + n % ${profiles}), ${at('n')}, ${at('n')}, ${at('n')}
      from generate_series(1, ${writes}) as n`,
    `insert into account (id, organization_id, profile_id, platform, provider_id, status, scopes, missing_scopes,
        connected_at, updated_at)
      select id_of('account', n), p.organization_id, p.id, (array['x', 'instagram', 'facebook', 'youtube'])[1 + n % 4],
        'provider-' || n, case when n % 50 = 0 then 'expired' else 'connected' end, '{}', '{}', ${at('n')}, ${at('n')}
      from generate_series(1, ${accounts}) as n
      join profile as p on p.id = id_of('profile', owner_of(n / 2, ${profiles}))`,
    `insert into credential (account_id, generation, sealed, expires_at, refreshed_at)
      select id, 1, '\\x0101', connected_at + interval '60 days', connected_at from account`,
    // What is open does not grow with history: it is finished, or decided, before long.
    `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status, payload,
        state, attempt, wake_at, provider_ids, result, created_at, updated_at)
      select id_at(${at('n')}, n), case when n % 5 = 0 then 'comment.create' else 'publish' end, a.organization_id,
        a.profile_id, a.id, a.platform, 'request-' || n, s.status,
        jsonb_build_object('text', 'Hello, common word and rare' || lpad((n / 10)::text, 9, '0')), '{}', 1,
        case when s.status = 'processing' then ${at('n')} end, array['post-' || n], '{}', ${at('n')}, ${at('n')}
      from generate_series(1, ${writes}) as n
      join account as a on a.id = ${ofAccount}
      cross join lateral (select case when n % 500 = 0 and n <= ${atOnce.writes} then 'unknown'
        when n % 501 = 0 and n <= ${atOnce.writes} then 'processing'
        when n % 100 = 0 then 'failed' else 'succeeded' end as status) as s order by n`,
    `insert into external_write_attempt (write_id, number, step, started_at, ended_at, outcome, request_id)
      select id, 1, 'post', created_at, created_at, 'succeeded', request_id from external_write`,
    // Files are deleted a while after their write has ended.
    `insert into media_file (id, organization_id, write_id, content_type, bytes, sha256, created_at)
      select id_of('media', n), organization_id, id, 'image/jpeg', 1, '', created_at
      from (select *, row_number() over (order by id desc) as n from external_write) as w where n <= 500`,
    `insert into media_link (hash, media_id, write_id, attempt, sealed, created_at, expires_at)
      select sha256(id::text::bytea), id, write_id, 1, '\\x01', created_at, created_at + interval '1 hour' from media_file`,
    `insert into charge (id, organization_id, profile_id, account_id, platform, operation, count, unit_price, reference, at)
      select id_of('charge', n), a.organization_id, a.profile_id, a.id, 'x', 'content.create', 1, 1500, 'charge-' || n,
        ${at(`n::float * 30 * 86400 / ${charges}`)}
      from generate_series(1, ${charges}) as n join account as a on a.id = id_of('account', owner_of(n, 20))`,
    `insert into charge_day (organization_id, platform, day, operation, profile_id, unit_price, count)
      select organization_id, platform, (at at time zone 'UTC')::date, operation, profile_id, unit_price, sum(count)
      from charge group by 1, 2, 3, 4, 5, 6`,
    `insert into connection_session (id, organization_id, profile_id, platform, status, sealed, request_id, created_at, expires_at)
      select id_at(connected_at, n), organization_id, profile_id, platform, 'completed', null, 'request', connected_at,
        connected_at
      from (select *, row_number() over (order by id) as n from account) as a`,
    `insert into comment_post (id, account_id, post_id, rank, summary, read_at)
      select id_of('copy', n), id_of('account', owner_of(n, ${accounts})), 'post-' || n, n, '{}', ${at('n')}
      from generate_series(1, ${Math.ceil(comments / 10)}) as n`,
    `insert into comment (account_id, id, copy_id, parent_id, created_at, content, created_version, own, answered, deleted_at)
      select p.account_id, 'comment-' || n, p.id, case when n % 4 = 1 then 'comment-' || (n - 1) end, ${at('n')}, '{}', 1,
        n % 20 = 1, n % 20 <> 2 and n % 20 <> 1, case when n % 100 = 3 then ${at('n')} end
      from generate_series(1, ${comments}) as n
      join comment_post as p on p.id = id_of('copy', owner_of(n / 4, ${Math.ceil(comments / 10)})) order by n`,
    `insert into message (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
      select id_of('message', n), ${ofAccount}, 'message-' || n,
        case when n % 2 = 0 then 'inbound' else 'outbound' end, 'text', 'person-' || (n % 1000), 'me', '{}', 'delivered',
        ${at('n')}, ${at('n')}
      from generate_series(1, ${messages}) as n`,
    `insert into message_status (account_id, provider_id, status, occurred_at, received_at)
      select account_id, provider_id, 'delivered', occurred_at, created_at from message where direction = 'outbound'`,
    `insert into conversation (account_id, provider_id, participant, updated_at)
      select ${ofAccount}, 'conversation-' || n, 'person-' || n, ${at('n')}
      from generate_series(1, ${Math.ceil(messages / 20)}) as n`,
    `insert into webhook_event (id, batch_id, platform, body, received_at, processed_at)
      select id_at(${at('n')}, n), id_of('batch', n / 10), 'whatsapp', '\\x7b7d', ${at('n')}, ${at('n')}
      from generate_series(1, ${Math.ceil(messages / 2)}) as n`,
    `insert into idempotent_answer (organization_id, operation, key, body_hash, status, created_at)
      select id_of('organization', owner_of(n, ${organizations})), 'posts.publish', 'key-' || n, '\\x01', 201, ${at('n')}
      from generate_series(1, ${Math.ceil(writes / 4)}) as n`,
    // Nine of ten have ended. At every scale as many are due in the next two days; the others are spread over the year.
    `insert into schedule (id, organization_id, profile_id, account_id, platform, key_id, request_id, status, due_at,
        local_time, time_zone, zone_rules, late_minutes, late_then, payload, items, look_at, created_at, updated_at)
      select id_at(${at('n')}, n), a.organization_id, a.profile_id, a.id, a.platform, k.id, 'schedule-' || n, s.status,
        case when s.status = 'scheduled' then ${at('-s.ahead')} else ${at('n')} end,
        '2027-01-01T12:00', 'Europe/Berlin', '2026c', 60, 'hold', jsonb_build_object('text', 'Post ' || n), 1,
        case when s.status = 'scheduled' then ${at('3600 - s.ahead')} end, ${at('n')}, ${at('n')}
      from generate_series(1, ${schedules}) as n
      join account as a on a.id = ${ofAccount}
      join lateral (select id from api_key where profile_id = a.profile_id limit 1) as k on true
      cross join lateral (select case when n <= ${soon} then 86400 + n * 80 else 3 * 86400 + n::float * 360 * 86400 / ${schedules} end
          as ahead, case when n % 10 = 0 then 'scheduled'
        when n % 500 = 1 and n <= ${atOnce.schedules} then 'held'
        when n % 100 = 3 then 'cancelled' else 'published' end as status) as s order by n`,
    'analyze',
  ]
}

/**
 * Fills an empty, migrated database with `scale` times the rows of a small installation, and returns the ids to query.
 */
export async function generate(client: pg.Client, scale: number): Promise<Known> {
  const scaled = Object.entries(atOnce).map(([kind, count]) => [kind, Math.ceil(count * scale)])
  const counts = { ...atOnce, ...Object.fromEntries(scaled) }
  for (const statement of [...helpers, ...statementsFor(counts)]) await client.query(statement)
  const { rows } = await client.query<Known>(`
    select id_of('organization', 1)::text as "organizationId", account.profile_id::text as "profileId",
      id_of('account', 1)::text as "accountId", id_of('copy', 1)::text as "copyId",
      id_of('key', 1)::text as "keyId",
      (select id::text from schedule where account_id = account.id and status = 'scheduled' limit 1) as "scheduleId",
      (select profile_id::text from account where id = id_of('account', 6)) as "smallProfileId",
      (select id::text from external_write where account_id = account.id limit 1) as "writeId"
    from account where account.id = id_of('account', 1)`)
  const [known] = rows
  if (!known?.scheduleId) throw new Error('nothing was generated')
  return known
}
