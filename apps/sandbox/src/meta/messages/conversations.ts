import { newestFirst } from '../../newest-first.ts'
import type { Channel, Conversation, DirectMessage, Participant } from '../state/conversation.ts'
import type { State } from '../state/state.ts'

const ID_PREFIXES: Record<Channel, { conversation: string; message: string; participant: string }> = {
  messenger: { conversation: 't_', message: 'm_', participant: '25' },
  instagram: { conversation: 'aWdfZAG06', message: 'aWdfZAG1f', participant: '17' },
}

/** Returns the conversations of a Page or Instagram account, given by its id, in the order of their creation. */
export function conversationsOf(state: State, accountId: string): Conversation[] {
  return [...state.conversations.values()].filter((conversation) => conversation.accountId === accountId)
}

/** Returns the messages of a conversation, newest first. */
export function messagesIn(state: State, { id }: Conversation): DirectMessage[] {
  const said = [...state.directMessages.values()].filter(({ conversationId }) => conversationId === id)
  return newestFirst(said, ({ createdAt }) => createdAt)
}

/** Returns the time of the last message of a conversation in ms since the epoch; 0 if none exists. */
export function updatedAt(state: State, conversation: Conversation): number {
  return messagesIn(state, conversation)[0]?.createdAt ?? 0
}

/** Returns the time of the user's last message in ms since the epoch; undefined if none exists. */
export function lastInboundAt(state: State, conversation: Conversation): number | undefined {
  return messagesIn(state, conversation).find(({ direction }) => direction === 'inbound')?.createdAt
}

/** Stores a message in a conversation and reports it to the app by webhook if the app is subscribed. */
export function addMessage(
  state: State,
  conversation: Conversation,
  message: Omit<DirectMessage, 'id' | 'conversationId'>,
): DirectMessage {
  const id = `${ID_PREFIXES[conversation.channel].message}${state.secret(40)}`
  const added = { id, conversationId: conversation.id, ...message }
  state.directMessages.set(id, added)
  state.announce({ kind: 'message', conversation, message: added })
  return added
}

function knownParticipant(state: State, channel: Channel, name: string): Participant | undefined {
  const author = state.visitors[channel === 'messenger' ? 'facebook' : 'instagram'].get(name)
  const taken = [...state.conversations.values()].some(({ participant }) => participant.id === author?.id)
  return author === undefined || taken ? undefined : { id: author.id, name }
}

/**
 * Returns the conversation of a Page or Instagram account with the user whose name or id is `who`. If none exists,
 * stores a new conversation, for an unknown `who` with a new user of that name.
 */
export function conversationWith(
  state: State,
  { channel, accountId, who }: { channel: Channel; accountId: string; who: string },
): Conversation {
  const held = conversationsOf(state, accountId).find(({ participant: { id, name } }) => id === who || name === who)
  if (held !== undefined) return held
  const prefixes = ID_PREFIXES[channel]
  const participant = knownParticipant(state, channel, who) ?? { id: state.nextId(prefixes.participant, 16), name: who }
  const id = `${prefixes.conversation}${channel === 'messenger' ? state.nextId('10', 17) : state.secret(60)}`
  const opened: Conversation = { id, channel, accountId, participant, folder: 'inbox', blocked: false }
  state.conversations.set(id, opened)
  return opened
}
