import type { AccountFailure } from '@carillon/domain'
import type { RenderedPage } from '../comments/page-cache.ts'

/** The newest messages of some accounts as JSON, oldest first: the items of the list, without its brackets. */
export interface MessagePage extends RenderedPage {
  /** Accounts of which messages are stored. */
  stored: ReadonlySet<string>
  /** Accounts of which there are more messages. */
  cut: AccountFailure[]
}
