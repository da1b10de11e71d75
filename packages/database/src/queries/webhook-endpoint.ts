import { type EndpointDisabledReason, profilesOf, type Scope } from '@carillon/domain'
import { sql, type Updateable } from 'kysely'
import { columnsOfRow } from '../connection/columns.ts'
import { type Db, transactionInTurn } from '../db.ts'
import type { NewWebhookEndpoint, WebhookEndpointRow, WebhookEndpointTable } from '../schema/webhook-endpoint.ts'
import { matching } from '../statements/matching.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { countOfOrganization, holdOrganization } from './organization.ts'

/**
 * Stores a webhook endpoint unless its organization already has `max`; simultaneous calls wait for each other. Returns
 * the number of endpoints without this one: it was stored if that is less than `max`.
 */
export function insertEndpointUpTo(db: Db, row: NewWebhookEndpoint, max: number): Promise<number> {
  return transactionInTurn(db, ['organization', row.organizationId], async (tx) => {
    await holdOrganization(tx, row.organizationId)
    const count = await countOfOrganization(tx, row.organizationId, 'webhookEndpoint')
    if (count < max) await tx.kysely.insertInto('webhookEndpoint').values(row).execute()
    return count
  })
}

/** Returns a query of the endpoints within a scope. A scope of profiles has only the endpoints of these profiles. */
function reachable(db: Db, scope: Scope) {
  return db.kysely
    .selectFrom('webhookEndpoint')
    .selectAll()
    .where('organizationId', '=', scope.organizationId)
    .where(ofProfiles(profilesOf(scope)))
}

/** Returns the webhook endpoints within a scope, oldest first. */
export function listEndpoints(db: Db, scope: Scope): Promise<WebhookEndpointRow[]> {
  return reachable(db, scope).orderBy('id').execute()
}

/** Reads a webhook endpoint within a scope; undefined if none exists. */
export function findEndpoint(db: Db, scope: Scope, id: string): Promise<WebhookEndpointRow | undefined> {
  return reachable(db, scope).where('id', '=', id).executeTakeFirst()
}

/**
 * Reads a webhook endpoint and locks its row until the transaction ends, so that no process claims deliveries to it
 * meanwhile. Undefined if it does not exist.
 */
export async function lockEndpoint(tx: Db, id: string): Promise<WebhookEndpointRow | undefined> {
  return tx.kysely.selectFrom('webhookEndpoint').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The new values of columns of a webhook endpoint; absent ones are kept. */
export type EndpointChanges = Omit<Updateable<WebhookEndpointTable>, 'id' | 'organizationId' | 'createdAt'>

/** Changes a webhook endpoint. Returns the changed row; undefined if it does not exist. */
export function updateEndpoint(db: Db, id: string, changes: EndpointChanges): Promise<WebhookEndpointRow | undefined> {
  return db.kysely.updateTable('webhookEndpoint').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/**
 * Deletes a webhook endpoint. Returns false if it did not exist. Its deliveries are kept; `cancelEndedDeliveries`
 * cancels those that are pending.
 */
export async function deleteEndpoint(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.kysely.deleteFrom('webhookEndpoint').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Disables a webhook endpoint. Returns the changed row; undefined, without a change, if it is not enabled, does not
 * exist, or was changed after `unchangedSince`, if that is given. Its pending deliveries are cancelled later, by
 * `cancelEndedDeliveries`.
 */
export function disableEndpoint(
  db: Db,
  id: string,
  { reason, now, unchangedSince }: { reason: EndpointDisabledReason; now: Date; unchangedSince?: Date | undefined },
): Promise<WebhookEndpointRow | undefined> {
  return db.kysely
    .updateTable('webhookEndpoint')
    .set({ status: 'disabled', disabledReason: reason, updatedAt: now })
    .where(matching<'webhookEndpoint'>({ id, status: 'enabled' }))
    .$if(unchangedSince !== undefined, (query) => query.where('updatedAt', '<=', unchangedSince ?? now))
    .returningAll()
    .executeTakeFirst()
}

/**
 * The results of the attempts to one endpoint in a batch: when the last success and the last failure happened; null
 * without one.
 */
export interface EndpointOutcome {
  id: string
  succeededAt: Date | null
  failedAt: Date | null
  /** The time of the first failure after the last success in the batch; null without one. */
  failingAt: Date | null
  /** The number of failed attempts since the last success in the batch. */
  failed: number
}

/** The number of an endpoint's consecutive failures, and when they began. */
export type EndpointStanding = Pick<WebhookEndpointRow, 'id' | 'failures' | 'failingSince'>

/**
 * The number of seconds by which `last_success_at` may be late, so that an endpoint with many deliveries is not written
 * for each.
 */
const lateSeconds = 1

/**
 * Adds the results of attempts to the state of their endpoints. Each endpoint occurs once in `outcomes`. Returns the
 * endpoints that were changed: an endpoint whose attempts all succeeded is left unchanged if it was not failing and its
 * stored last success is at most a second older than the new one.
 */
export function noteOutcomes(db: Db, outcomes: readonly EndpointOutcome[]): Promise<EndpointStanding[]> {
  const rows = sql<EndpointOutcome>`json_to_recordset(${JSON.stringify(outcomes.map(columnsOfRow))}::json)`
  const given = rows.as<'given'>(sql`given
    (id uuid, succeeded_at timestamptz, failed_at timestamptz, failing_at timestamptz, failed int)`)
  const isChanged = sql<boolean>`g.failed_at is not null or e.failing_since is not null or e.last_success_at is null
    or e.last_success_at < g.succeeded_at - make_interval(secs => ${lateSeconds})`
  return db.kysely
    .with('given', (query) => query.selectFrom(given).selectAll())
    .with('locked', (query) => {
      const endpoints = query.selectFrom('webhookEndpoint as e').innerJoin('given as g', 'g.id', 'e.id')
      return endpoints.select('e.id').where(isChanged).orderBy('e.id').forNoKeyUpdate('e')
    })
    .updateTable('webhookEndpoint as e')
    .from(['given as g', 'locked as l'])
    .set({
      lastSuccessAt: sql`greatest(e.last_success_at, g.succeeded_at)`,
      lastFailureAt: sql`greatest(e.last_failure_at, g.failed_at)`,
      failingSince: sql`case when g.failed = 0 then null
        when g.succeeded_at is not null then g.failing_at else coalesce(e.failing_since, g.failing_at) end`,
      failures: sql`case when g.succeeded_at is not null then 0 else e.failures end + g.failed`,
    })
    .whereRef('e.id', '=', 'g.id')
    .whereRef('e.id', '=', 'l.id')
    .returning(['e.id', 'e.failures', 'e.failingSince'])
    .execute()
}

/** The encrypted headers and secrets of an endpoint. */
export type EndpointSecrets = Pick<WebhookEndpointRow, 'id' | 'headers' | 'secret' | 'oldSecret'>

/**
 * Returns up to `max` endpoints with a value that is encrypted with another key-encryption key than the one whose id is
 * `keyId`, in the order of their ids: those that follow the endpoint `after`, or the first if it is null.
 */
export function listEndpointsEncryptedWithOther(
  db: Db,
  keyId: number,
  { after, max }: { after: string | null; max: number },
): Promise<EndpointSecrets[]> {
  const isOther = sql<boolean>`${keyId} <> any(array[get_byte(secret, 1), get_byte(headers, 1), get_byte(old_secret, 1)])`
  const endpoints = db.kysely.selectFrom('webhookEndpoint').select(['id', 'headers', 'secret', 'oldSecret'])
  const following = after === null ? endpoints : endpoints.where('id', '>', after)
  return following.where(isOther).orderBy('id').limit(max).execute()
}

/**
 * Replaces the encrypted headers and secrets `from` of an endpoint by `to`, the same encrypted with another key.
 * Returns false, without a change, if its secret or headers have changed since they were read.
 */
export async function reencryptEndpoint(db: Db, from: EndpointSecrets, to: EndpointSecrets): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('webhookEndpoint')
    .set({ headers: to.headers, secret: to.secret, oldSecret: to.oldSecret })
    .where(matching<'webhookEndpoint'>({ id: from.id, secret: from.secret, headers: from.headers }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
