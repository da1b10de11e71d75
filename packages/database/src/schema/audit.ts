import type { ColumnType, Generated, Selectable } from 'kysely'

/**
 * The kind of actor: an API key, a dashboard session (whose actor id is that of its key), the operator, or Carillon
 * itself.
 */
export type AuditActorType = 'key' | 'session' | 'operator' | 'system'

/** An object that an action concerned: its kind and its id in the API. */
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
  /** The id of the API key, for a dashboard session that of its key; null for other actors. */
  actorId: string | null
  /** The name of the key at the time of the action; null if it had none, and for other actors. */
  actorName: string | null
  profileId: string | null
  /** The objects that the action named or created. */
  targets: ColumnType<AuditTarget[], string, string>
  requestId: string | null
  ip: string | null
  userAgent: string | null
  /** The HTTP status; null for actions that are not requests, and if the process ended before the response. */
  status: number | null
  code: string | null
}

/** Audit entries of ended actions that are not part of their organization's hash chain yet. */
export interface AuditOutboxTable extends AuditColumns {
  /** The order of insertion. */
  number: Generated<number>
}

/** Audit entries in the hash chains of their organizations, partitioned by `id`. */
export interface AuditEntryTable extends AuditColumns {
  /** The position in the organization's chain, from 1. */
  number: number
  /** When the entry was added to the chain. */
  closedAt: Date
  /** The id of the preceding entry of the chain; null for the first entry, whose `previousHash` is 32 zero bytes. */
  previousId: string | null
  previousHash: Buffer
  /** SHA-256 of `previousHash` and the entry. */
  hash: Buffer
}

/**
 * The first and last entry of each organization's chain. Entries before `firstNumber` have been purged;
 * `firstPreviousId` and `firstPreviousHash` are those of the last purged entry.
 */
export interface AuditChainTable {
  organizationId: string
  firstNumber: number
  firstPreviousId: string | null
  firstPreviousHash: Buffer
  /** The UTC midnight before which entries were purged; null before the first purge. */
  purgedBefore: Date | null
  lastNumber: number
  lastId: string | null
  lastHash: Buffer
  lastClosedAt: Date
}

/** An audit entry without its position in the chain. */
export type AuditRow = Omit<Selectable<AuditOutboxTable>, 'number'>

/** An audit entry with its position in the chain. */
export type ClosedAuditRow = Selectable<AuditEntryTable>

export type AuditChainRow = Selectable<AuditChainTable>
