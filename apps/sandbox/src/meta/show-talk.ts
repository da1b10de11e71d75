import { showComments } from '../comments/store.ts'
import { messagesState } from './messages/state.ts'
import type { Login } from './state/grant.ts'
import type { State } from './state/state.ts'

/** Formats a time (ms since the epoch) as ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** Returns comments, conversations and messages as `GET /state/{network}` shows them. */
export function showTalk(state: State, login: Login): Record<'comments' | 'conversations' | 'messages', unknown[]> {
  return {
    comments: showComments(state.comments[login]),
    ...messagesState(state, login === 'facebook' ? 'messenger' : 'instagram'),
  }
}
