import type { EventObject, EventType, Platform } from '@carillon/domain'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** What has happened, as clients learn it. */
interface EventColumns {
  id: string
  organizationId: string
  profileId: string | null
  accountId: string | null
  platform: Platform | null
  type: EventType
  objectType: EventObject
  objectId: string
  /** Grows with each event of the same object. */
  sequence: number
  occurredAt: Date
  /** Whether texts in `data` were cut to its maximum size. */
  truncated: boolean
  /** The object as the API returned it at that moment. */
  data: ColumnType<object, string, string>
}

/** Events of committed changes that have no position in the feed yet. */
export interface EventOutboxTable extends EventColumns {
  number: Generated<number>
}

/** The feed, partitioned by `storedAt`. A position becomes visible together with all smaller ones. */
export interface EventTable extends EventColumns {
  position: number
  storedAt: Date
}

/** How many events each object has had. */
export interface EventObjectTable {
  /** The account of the object, or its organization where it has no account. */
  ownerId: string
  objectType: EventObject
  objectId: string
  last: number
  changedAt: Date
}

/** The last position of the feed, in its only row. */
export interface EventFeedTable {
  onlyRow: Generated<boolean>
  lastPosition: number
}

export type EventRow = Selectable<EventTable>

export type EventObjectRow = Selectable<EventObjectTable>

/** An event that is stored with its change; its sequence is counted then. */
export type NewEvent = Pick<
  EventRow,
  'id' | 'organizationId' | 'profileId' | 'accountId' | 'platform' | 'type' | 'objectId' | 'occurredAt' | 'truncated'
> & { data: object }
