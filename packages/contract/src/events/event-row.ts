import type { JSONSchema, Platform } from '@carillon/domain'

/** What an event belongs to; null where it belongs to no such thing. */
interface EventSubject {
  profileId: string | null
  accountId: string | null
  platform: Platform | null
}

/** One type of event. The OpenAPI document, the reference page and the samples of tests are made from its row. */
export interface EventRow<Data extends object = object> {
  /** When it is raised. */
  description: string
  /** The schema of `Data`. */
  data: JSONSchema
  example: EventSubject & {
    /** The id of the object. */
    objectId: string
    data: Data
  }
}

/** A row whose `data` has this type. */
export function eventRow<Data extends object>(row: EventRow<Data>): EventRow<Data> {
  return row
}
