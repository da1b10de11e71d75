import type { World } from '../world.ts'
import type { Channel, Conversation, DirectMessage, Participant } from './conversation.ts'

const ID_PREFIXES: Record<Channel, { conversation: string; message: string; participant: string }> = {
  messenger: { conversation: 't_', message: 'm_', participant: '25' },
  instagram: { conversation: 'aWdfZAG06', message: 'aWdfZAG1f', participant: '17' },
}

/** The conversations of a Page or account. */
export function conversationsOf(world: World, accountId: string): Conversation[] {
  return [...world.conversations.values()].filter((conversation) => conversation.accountId === accountId)
}

/** What was said in a conversation, newest first. */
export function messagesIn(world: World, { id }: Conversation): DirectMessage[] {
  const said = [...world.directMessages.values()].filter(({ conversationId }) => conversationId === id)
  return said.reverse().sort((one, other) => other.createdAt - one.createdAt)
}

/** When somebody last wrote in it. */
export function updatedAt(world: World, conversation: Conversation): number {
  return messagesIn(world, conversation)[0]?.createdAt ?? 0
}

/** When the participant last wrote; undefined when that never happened. */
export function lastInboundAt(world: World, conversation: Conversation): number | undefined {
  return messagesIn(world, conversation).find(({ direction }) => direction === 'inbound')?.createdAt
}

/** Adds a message to a conversation. */
export function addMessage(
  world: World,
  conversation: Conversation,
  message: Omit<DirectMessage, 'id' | 'conversationId'>,
): DirectMessage {
  const id = `${ID_PREFIXES[conversation.channel].message}${world.secret(40)}`
  const added = { id, conversationId: conversation.id, ...message }
  world.directMessages.set(id, added)
  return added
}

function knownParticipant(world: World, channel: Channel, name: string): Participant | undefined {
  const author = world.visitors[channel === 'messenger' ? 'facebook' : 'instagram'].get(name)
  const taken = [...world.conversations.values()].some(({ participant }) => participant.id === author?.id)
  return author === undefined || taken ? undefined : { id: author.id, name }
}

/** The conversation of somebody, by name or id, with a Page or account; a new one when they have not written yet. */
export function conversationWith(
  world: World,
  { channel, accountId, who }: { channel: Channel; accountId: string; who: string },
): Conversation {
  const held = conversationsOf(world, accountId).find(({ participant: { id, name } }) => id === who || name === who)
  if (held !== undefined) return held
  const prefixes = ID_PREFIXES[channel]
  const participant = knownParticipant(world, channel, who) ?? { id: world.nextId(prefixes.participant, 16), name: who }
  const id = `${prefixes.conversation}${channel === 'messenger' ? world.nextId('10', 17) : world.secret(60)}`
  const opened: Conversation = { id, channel, accountId, participant, folder: 'inbox', blocked: false }
  world.conversations.set(id, opened)
  return opened
}
