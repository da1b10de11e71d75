import type { WhatsAppApp } from './app.ts'
import { senderOf } from './customers.ts'
import type { Message, State } from './state.ts'

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function conversationId({ numberId, customer }: Message): string {
  return `${numberId}:${senderOf(customer)}`
}

function showMessage(message: Message): Record<string, unknown> {
  const { customer, numberId, direction, createdAt, callbackData, ...rest } = message
  const [person, inbound] = [senderOf(customer), direction === 'inbound']
  return {
    ...rest,
    conversationId: conversationId(message),
    direction,
    from: inbound ? person : numberId,
    to: inbound ? numberId : person,
    author: inbound ? customer.name : '',
    numberId,
    bizOpaqueCallbackData: callbackData,
    createdAt: iso(createdAt),
  }
}

function showConversations({ numbers }: State, messages: Message[]): unknown[] {
  return [...Map.groupBy(messages, conversationId)].map(([id, said]) => ({
    id,
    accountId: said[0]?.numberId,
    accountName: numbers.get(said[0]?.numberId ?? '')?.verifiedName,
    participant: { id: said[0] && senderOf(said[0].customer), name: said[0]?.customer.name },
    updatedAt: iso(Math.max(...said.map(({ createdAt }) => createdAt))),
  }))
}

/** Builds the response of `GET /state/whatsapp`, with the app's secret and verify token but without access tokens. */
export function showState(state: State, { id, secret, verifyToken, configId }: WhatsAppApp): Record<string, unknown> {
  const messages = [...state.messages.values()]
  return {
    app: { id, secret, verifyToken, webhookUrl: state.webhookUrl, configId, ...state.appSettings },
    accounts: [...state.businesses.values()].map((business) => ({
      ...business,
      wabaIds: [...state.wabas.values()].filter(({ businessId }) => businessId === business.id).map((waba) => waba.id),
    })),
    posts: [],
    conversations: showConversations(state, messages),
    messages: messages.map(showMessage),
    wabas: [...state.wabas.values()],
    numbers: [...state.numbers.values()].map(({ attempts, ...number }) => ({ ...number, handle: number.display })),
    templates: [...state.templates.values()],
    customers: state.customers,
    delivery: state.delivery,
    webhooks: state.attempts.map(({ at, ...attempt }) => ({ ...attempt, at: iso(at) })),
  }
}
