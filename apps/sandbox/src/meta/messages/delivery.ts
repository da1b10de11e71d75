import { allowFields } from '../../comments/actions.ts'
import type { Conversation } from '../state/conversation.ts'
import type { State } from '../state/state.ts'
import { conversationsOf, messagesIn } from './conversations.ts'

type Status = 'delivered' | 'read'

const STATUSES: readonly Status[] = ['delivered', 'read']

function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}

/**
 * Handles `POST /person/delivery`: reports that users have received or read all messages that a Page or account has
 * sent them. `sequence` in the body lists `delivered` and `read` in the order of the reports (default: both); `as` is
 * the name or id of a user (default: all users). Returns the number of reported conversations, 0 for an unknown user.
 * @throws RangeError that names an invalid field
 */
export function reportDelivery(state: State, accountId: string, body: Record<string, unknown>): { reported: number } {
  allowFields(body, ['to', 'as', 'sequence'])
  const { as, sequence = STATUSES } = body
  if (!Array.isArray(sequence) || !sequence.every(isStatus)) throw new RangeError(`sequence: ${STATUSES.join(', ')}`)
  const meant = conversationsOf(state, accountId).filter(
    ({ participant: { id, name } }) => as === undefined || id === as || name === as,
  )
  const lastOf = (conversation: Conversation) =>
    messagesIn(state, conversation).find(({ direction }) => direction === 'outbound')
  let reported = 0
  for (const conversation of meant) {
    const last = lastOf(conversation)
    if (last === undefined) continue
    for (const status of sequence) state.announce({ kind: 'receipt', conversation, status, last })
    reported++
  }
  return { reported }
}
