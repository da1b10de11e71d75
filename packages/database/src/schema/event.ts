import type { EventObject, EventType, Platform } from '@carillon/domain'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The fields of an event, which reports one change to clients. */
interface EventColumns {
  id: string
  organizationId: string
  profileId: string | null
  accountId: string | null
  platform: Platform | null
  type: EventType
  objectType: EventObject
  objectId: string
  /** Grows with each event of the same object, from 1. */
  sequence: number
  occurredAt: Date
  /** Whether strings in `data` were cut to keep it within its maximum size. */
  truncated: boolean
  /** The object as the API would have returned it at that moment. */
  data: ColumnType<object, string, string>
}

/** Events of committed changes that have no position in the feed yet. `number` is the order of insertion. */
export interface EventOutboxTable extends EventColumns {
  number: Generated<number>
}

/** The feed of events, partitioned by `storedAt`. An event never becomes visible before one with a smaller position. */
export interface EventTable extends EventColumns {
  position: number
  storedAt: Date
}

/** The number of events that each object has had: `last` is the sequence of its latest event. */
export interface EventObjectTable {
  /** The account of the object, or its organization if it has no account. */
  ownerId: string
  objectType: EventObject
  objectId: string
  last: number
  changedAt: Date
}

/** The last assigned position of the feed, in a single row. */
export interface EventFeedTable {
  onlyRow: Generated<boolean>
  lastPosition: number
}

/** An event in the feed. */
export type EventRow = Selectable<EventTable>

export type EventObjectRow = Selectable<EventObjectTable>

/** An event to be stored in the transaction of the change that it reports. The database assigns `sequence`. */
export type NewEvent = Pick<
  EventRow,
  'id' | 'organizationId' | 'profileId' | 'accountId' | 'platform' | 'type' | 'objectId' | 'occurredAt' | 'truncated'
> & { data: object }
