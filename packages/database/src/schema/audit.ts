import type { ColumnType, Generated, Selectable } from 'kysely'

/** Who has done something: an API key, a dashboard session (with the id of its key), the operator, or Carillon itself. */
export type AuditActorType = 'key' | 'session' | 'operator' | 'system'

/** The object of an entry: the kind of object and its id in the API. */
export interface AuditTarget {
  type: string
  id: string
}

interface AuditColumns {
  /** A uuidv7 of the time at which the action began. */
  id: string
  organizationId: string
  at: Date
  action: string
  actorType: AuditActorType
  actorId: string | null
  actorName: string | null
  profileId: string | null
  targets: ColumnType<AuditTarget[], string, string>
  requestId: string | null
  ip: string | null
  userAgent: string | null
  /** The HTTP status; null for actions that are not requests, and if the process ended before the response. */
  status: number | null
  code: string | null
}

/** Entries whose action has begun: stored before the change that they report. */
export interface AuditOpenTable extends AuditColumns {
  openedAt: Generated<Date>
}

/** Entries that are not part of a chain yet. */
export interface AuditOutboxTable extends AuditColumns {
  number: Generated<number>
}

/** Entries of the chains, partitioned by `id`. */
export interface AuditEntryTable extends AuditColumns {
  /** The place in the organization's chain, from 1 on. */
  number: number
  closedAt: Date
  previousId: string | null
  previousHash: Buffer
  /** SHA-256 of `previousHash` and of the entry. */
  hash: Buffer
}

/** The two ends of the chain of an organization. Entries before `firstNumber` have been purged. */
export interface AuditChainTable {
  organizationId: string
  firstNumber: number
  firstPreviousId: string | null
  firstPreviousHash: Buffer
  purgedBefore: Date | null
  lastNumber: number
  lastId: string | null
  lastHash: Buffer
  lastClosedAt: Date
}

/** An entry of the audit log. */
export type AuditRow = Omit<Selectable<AuditOutboxTable>, 'number'>

/** An entry with its place in the chain. */
export type ClosedAuditRow = Selectable<AuditEntryTable>

export type AuditChainRow = Selectable<AuditChainTable>
