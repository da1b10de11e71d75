import { showComments } from '../comments/store.ts'
import { messagesState } from './messages/state.ts'
import type { Login } from './state/grant.ts'
import type { State } from './state/state.ts'

/** A time as the state of a network shows it. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** Comments, conversations and messages, as the state of the network with this login shows them. */
export function showTalk(state: State, login: Login): Record<'comments' | 'conversations' | 'messages', unknown[]> {
  return {
    comments: showComments(state.comments[login]),
    ...messagesState(state, login === 'facebook' ? 'messenger' : 'instagram'),
  }
}
