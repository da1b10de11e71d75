import {
  type Conversation,
  type MessagesPort,
  ProviderError,
  type ReadMessage,
  type SentMessage,
  singleCallWrite,
  type TemplateInput,
  type TextInput,
} from '@carillon/providers'

/** A network with one conversation for each participant, and the ports that read and write it. */
export class FakeMessages {
  /** Newest first, by participant. */
  conversations = new Map<string, ReadMessage[]>()
  calls: string[] = []
  /** What the next readings of the list do before they respond. */
  before: (() => unknown)[] = []
  /** Participants whose conversations are not listed yet. */
  unlisted = new Set<string>()
  /** How many conversations a page of the list has. */
  pageSize = Number.POSITIVE_INFINITY
  /** How many of the next pages are empty, although there are further ones. */
  emptyPages = 0
  /** Whether the last page names itself as the next one. */
  repeatsCursor = false
  /** The cursor after which nothing is listed, once. */
  expiredCursor: string | null = null
  /** The next sends are taken, but their responses are lost. */
  lost = 0
  /** What happens between the next sends and the arrival of their responses. */
  afterSend: (() => unknown)[] = []
  /** Whether looking for the text of a send whose response was lost decides about it. */
  findable = false
  /** Whether a lost send cannot be found by looking for it. */
  hidden = false
  #next = 1

  add(participant: string, message: Partial<ReadMessage> = {}): string {
    const providerId = `m-${this.#next++}`
    const all = this.conversations.get(participant) ?? []
    const direction = message.direction ?? 'inbound'
    all.unshift({
      providerId,
      direction,
      type: 'text',
      sender: direction === 'inbound' ? participant : null,
      recipient: direction === 'outbound' ? participant : null,
      senderName: null,
      recipientName: null,
      body: `message ${providerId}`,
      status: direction === 'inbound' ? 'received' : 'sent',
      error: null,
      occurredAt: new Date().toISOString(),
      ...message,
    })
    this.conversations.set(participant, all)
    return providerId
  }

  readonly #send = singleCallWrite<TextInput | TemplateInput, SentMessage>({
    settling: { callSeconds: 20, seconds: 0, maxProbes: 1, probeIntervalSeconds: 0 },
    step: 'message',
    send: async ({ input, writeId }) => {
      this.calls.push('send')
      const body = 'text' in input ? input.text : input.template.name
      const providerId = this.add(input.recipient, { direction: 'outbound', body })
      await this.afterSend.shift()?.()
      if (this.lost > 0) {
        this.lost--
        throw new ProviderError('provider_error', `no response to ${writeId}`, 'indeterminate')
      }
      return { providerId, occurredAt: new Date().toISOString() }
    },
    find: async ({ input }) => {
      this.calls.push('find')
      const sent = (this.conversations.get(input.recipient) ?? []).filter(({ direction }) => direction === 'outbound')
      const found = sent.find(({ body }) => 'text' in input && body === input.text)
      if (this.findable && !found) return { kind: 'absent' }
      if (this.findable && found) {
        return { kind: 'done', result: { providerId: found.providerId, occurredAt: found.occurredAt } }
      }
      return { kind: 'undecidable', reason: 'the network does not tell' }
    },
  })

  readonly port: MessagesPort = {
    conversations: async (_call, { cursor }) => {
      this.calls.push('conversations')
      await this.before.shift()?.()
      if (cursor !== null && cursor === this.expiredCursor) {
        this.expiredCursor = null
        return { conversations: [], next: null }
      }
      if (this.emptyPages > 0) return { conversations: [], next: '0'.repeat(this.emptyPages--) }
      const found: Conversation[] = [...this.conversations].map(([participant, messages]) => ({
        id: `c-${participant}`,
        updatedAt: messages[0]?.occurredAt ?? null,
        participant,
        messages: null,
      }))
      const listed = found.filter(({ participant }) => !this.unlisted.has(participant ?? ''))
      const [from, to] = [Number(cursor ?? 0), Number(cursor ?? 0) + this.pageSize]
      return {
        conversations: listed.slice(from, to),
        next: to < listed.length ? String(to) : this.repeatsCursor ? String(from) : null,
      }
    },
    messages: async (_call, { participant }) => {
      this.calls.push('messages')
      const all = this.conversations.get(participant ?? '') ?? []
      return all.filter(({ direction }) => !this.hidden || direction === 'inbound').slice(0, 20)
    },
    send: this.#send,
  }

  readonly templates = { send: this.#send }
}
