import type { Comment } from './comment.ts'
import type { Conversation, DirectMessage } from './conversation.ts'
import type { Login } from './grant.ts'

/** What happened on a Page or an Instagram account, as Meta reports it to the app. */
export type Happening =
  | { kind: 'comment'; login: Login; verb: 'add' | 'edited' | 'hide' | 'unhide' | 'remove'; comment: Comment }
  | { kind: 'message'; conversation: Conversation; message: DirectMessage }
  /** The participant has received or read the account's messages up to `last`. */
  | { kind: 'receipt'; conversation: Conversation; status: 'delivered' | 'read'; last: DirectMessage }
