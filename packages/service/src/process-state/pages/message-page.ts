import type { AccountFailure } from '@carillon/domain'
import type { MessageSlice } from './message-slices.ts'
import type { RenderedPage } from './page-cache.ts'

/** The newest messages of some accounts rendered as JSON, oldest first: the items of a list without its brackets. */
export interface MessagePage extends RenderedPage {
  slices: readonly MessageSlice[]
  /** The ids of accounts of which messages are stored. */
  stored: ReadonlySet<string>
  /** Entries for `errors` of accounts that have more messages than the list contains. */
  cut: AccountFailure[]
}
