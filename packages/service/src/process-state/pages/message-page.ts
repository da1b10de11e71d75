import type { AccountFailure } from '@carillon/domain'
import type { MessageSlice } from './message-slices.ts'
import type { RenderedPage } from './page-cache.ts'

/** The newest messages of some accounts as JSON, oldest first: the items of the list, without its brackets. */
export interface MessagePage extends RenderedPage {
  slices: readonly MessageSlice[]
  /** Accounts of which messages are stored. */
  stored: ReadonlySet<string>
  /** Accounts of which there are more messages. */
  cut: AccountFailure[]
}
