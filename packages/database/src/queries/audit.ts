import { sql } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import type { Db } from '../db.ts'
import type { AuditRow } from '../schema/audit.ts'
import { statement } from '../statements/statement.ts'

/**
 * The number of minutes after which an open entry is taken to be abandoned: the body of a request may take 30 minutes
 * to arrive.
 */
const openMinutes = 45

const columns = `id, organization_id, at, action, actor_type, actor_id, actor_name, profile_id, targets, request_id, ip,
  user_agent, status, code`

const given = 'given as (select * from json_populate_recordset(null::audit_outbox, $1::json))'

/**
 * Returns SQL for the selected columns of an entry to be stored. The name of the actor is `name` (SQL that ends with a
 * comma, or is empty), the entry's own or that of its API key: the first that is not null.
 */
const selected = (name: string) => `
  given.id, given.organization_id, given.at, given.action, given.actor_type, given.actor_id,
  coalesce(${name}given.actor_name, api_key.name), given.profile_id, given.targets, given.request_id, given.ip,
  given.user_agent, given.status, given.code`

const withKey = `left join api_key
    on api_key.id = case when given.actor_type in ('key', 'session') then given.actor_id::uuid end`

/**
 * Stores open entries. The commit waits neither for the disk nor for standbys. The commit of the change that follows
 * waits for both, and the server writes its log in the order of commits: if the change is stored, so is its entry.
 */
const open = statement<object>(
  `
  with ${given}, quick as materialized (select set_config('synchronous_commit', 'off', true))
  insert into audit_open (${columns})
  select ${selected('')} from quick, given ${withKey}
  on conflict (id) do nothing`,
  'lazy',
)

const end = statement<object>(`
  with ${given}, opened as (
    delete from audit_open where id in (select id from given) returning id, actor_name
  )
  insert into audit_outbox (${columns})
  select ${selected('opened.actor_name, ')}
  from given left join opened on opened.id = given.id ${withKey}
  on conflict (id) do nothing`)

const rowsText = (rows: readonly AuditRow[]): string => JSON.stringify(rows.map((row) => columnsOfRow({ ...row })))

/**
 * Stores entries of actions that begin; ignores entries that are already stored. Await it before the changes of the
 * action are committed: its own commit does not wait for the disk, but becomes durable with the next commit that does.
 */
export async function openAuditEntries(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await open(db, [rowsText(rows)])
}

/**
 * Stores entries of actions that have ended, whether or not their beginning was stored. Ignores entries that are
 * already stored.
 */
export async function endAuditEntries(db: Db, rows: readonly AuditRow[]): Promise<void> {
  await end(db, [rowsText(rows)])
}

/**
 * Ends open entries older than 45 minutes, whose processes ended before their requests did. Their status stays null.
 * Returns the number of such entries.
 */
export async function endAbandonedAuditEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with opened as (
      delete from audit_open where opened_at < clock_timestamp() - ${openMinutes} * interval '1 minute' returning *
    )
    insert into audit_outbox (${sql.raw(columns)}) select ${sql.raw(columns)} from opened
    on conflict (id) do nothing
    returning id`.execute(db.kysely)
  return rows.length
}
