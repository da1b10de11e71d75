import { sql } from 'kysely'
import { columnOf, columnsOfRow } from '../connection/columns.ts'
import type { Db } from '../db.ts'
import type { AuditRow } from '../schema/audit.ts'
import { statement } from '../statements/statement.ts'

/**
 * The number of minutes after which an open entry is taken to be abandoned: the body of a request may take 30 minutes
 * to arrive.
 */
const openMinutes = 45

const ofRequest = ['profileId', 'targets', 'requestId', 'ip', 'userAgent', 'status', 'code'] as const
const fields = ['id', 'organizationId', 'at', 'action', 'actorType', 'actorId', 'actorName', ...ofRequest] as const
const columns = fields.map(columnOf)

const given = 'given as (select * from json_populate_recordset(null::audit_outbox, $1::json))'

/**
 * Returns SQL for the selected columns of an entry to be stored. The name of the actor is the first that is not null of
 * `names` (SQL of one or more, separated by commas) and the name of its API key.
 */
const selected = (names: string) =>
  columns.map((column) => (column === 'actor_name' ? `coalesce(${names}, api_key.name)` : `given.${column}`)).join()

const withKey = `left join api_key
    on api_key.id = case when given.actor_type in ('key', 'session') then given.actor_id::uuid end`

/**
 * Stores open entries. The commit waits neither for the disk nor for standbys. The commit of the change that follows
 * waits for both, and the server writes its log in the order of commits: if the change is stored, so is its entry.
 */
const open = statement<object>(
  `
  with ${given}, quick as materialized (select set_config('synchronous_commit', 'off', true))
  insert into audit_open (${columns.join()})
  select ${selected('given.actor_name')} from quick, given ${withKey}
  on conflict (id) do nothing`,
  'lazy',
)

const end = statement<object>(`
  with ${given}, opened as (
    delete from audit_open where id in (select id from given) returning id, actor_name
  )
  insert into audit_outbox (${columns.join()})
  select ${selected('opened.actor_name, given.actor_name')}
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
  const openedBefore = sql<Date>`clock_timestamp() - ${openMinutes} * interval '1 minute'`
  const rows = await db.kysely
    .withTables<{ auditOpen: AuditRow & { openedAt: Date } }>()
    .with('opened', (query) => query.deleteFrom('auditOpen').where('openedAt', '<', openedBefore).returningAll())
    .insertInto('auditOutbox')
    .columns(fields)
    .expression((query) => query.selectFrom('opened').select(fields))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length
}
