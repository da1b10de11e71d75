import type { JSONSchema, Platform } from '@carillon/domain'

/** The profile, account and platform that an event belongs to; each is null if the event belongs to none. */
interface EventSubject {
  profileId: string | null
  accountId: string | null
  platform: Platform | null
}

/**
 * The row that describes one type of event. The OpenAPI document, the reference page and sample events are made from
 * it.
 */
export interface EventRow<Data extends object = object> {
  /** A sentence that says when events of this type are raised. */
  description: string
  /** The JSON Schema of the event's `data`, which matches `Data`. */
  data: JSONSchema
  example: EventSubject & {
    /** The id of the event's object, such as a publish or an account. */
    objectId: string
    data: Data
  }
}

/** Returns the row of a type of event unchanged; the compiler checks that the `data` of its example has type `Data`. */
export function eventRow<Data extends object>(row: EventRow<Data>): EventRow<Data> {
  return row
}
