import type { Sandbox } from '@carillon/sandbox'
import type { App, CallContext, Identity, JsonObject, MessagesPort, TextInput, WriteCall } from '../../src/index.ts'
import { registry } from '../../src/index.ts'
import * as facebook from '../facebook/network.ts'
import { callFor, callOf, now } from '../fake-call.ts'
import * as instagram from '../instagram/network.ts'

/** One way to reach messages: a network, with the login that it was connected by. */
export interface Channel {
  name: string
  platform: 'instagram' | 'facebook'
  authMethod: string | null
  app: App
  host: string
  /** Of the Graph node that is read, and of the one that messages are posted to. */
  reader: string
  sender: string
  graphPlatform: string
  account: { providerId: string; displayIdentifier: string; credentials: JsonObject; scopes: string[] }
  /** The account as a participant of a conversation. */
  self: Record<string, string>
  /** The scope whose absence closes messages, and what it then is. */
  scope: string
  missing: { code: string; status: number }
  windowSubcode: number
  /** The double that serves its calls, as faults name it. */
  faultsAt: 'instagram' | 'facebook'
  /**
   * What a message to somebody unknown is. A Page's token is then taken for one of Messenger, whose permission a connection
   * of Instagram lacks.
   */
  unknownRecipient: 'provider_error' | 'connection_expired'
  /** What a message carries besides recipient and text. */
  sendParameters: Record<string, string>
}

const instagramAccount = { providerId: instagram.accountId, displayIdentifier: 'lindqvist.bakery' }
const onInstagram = {
  platform: 'instagram',
  app: instagram.app,
  graphPlatform: 'instagram',
  self: { username: 'lindqvist.bakery', id: instagram.accountId },
  missing: { code: 'connection_expired', status: 422 },
  windowSubcode: 2534022,
  sendParameters: {},
} as const

export const channels: Channel[] = [
  {
    ...onInstagram,
    name: 'instagram, logged in with Instagram',
    authMethod: 'instagram_login',
    faultsAt: 'instagram',
    unknownRecipient: 'provider_error',
    host: instagram.graph,
    reader: 'me',
    sender: instagram.accountId,
    account: {
      ...instagramAccount,
      credentials: instagram.instagramCredentials,
      scopes: ['instagram_business_basic', 'instagram_business_manage_messages'],
    },
    scope: 'instagram_business_manage_messages',
  },
  {
    ...onInstagram,
    name: 'instagram, logged in with Facebook',
    authMethod: 'facebook_login',
    faultsAt: 'facebook',
    unknownRecipient: 'connection_expired',
    host: instagram.facebookGraph,
    reader: '104512345678901',
    sender: '104512345678901',
    account: {
      ...instagramAccount,
      credentials: instagram.facebookCredentials,
      scopes: ['instagram_basic', 'instagram_manage_messages', 'pages_manage_metadata'],
    },
    scope: 'instagram_manage_messages',
  },
  {
    name: 'facebook',
    platform: 'facebook',
    authMethod: null,
    faultsAt: 'facebook',
    unknownRecipient: 'provider_error',
    app: facebook.app,
    host: facebook.graph,
    reader: facebook.pageId,
    sender: facebook.pageId,
    graphPlatform: 'messenger',
    account: {
      providerId: facebook.pageId,
      displayIdentifier: 'lindqvistbakery',
      credentials: { ...facebook.credentials, page: { pageId: facebook.pageId, pageToken: 'page-token' } },
      scopes: ['pages_messaging', 'pages_manage_metadata', 'pages_read_engagement'],
    },
    self: { name: 'Lindqvist Bakery', email: `${facebook.pageId}@facebook.com`, id: facebook.pageId },
    scope: 'pages_messaging',
    missing: { code: 'missing_permission', status: 403 },
    windowSubcode: 2018278,
    sendParameters: { messaging_type: 'RESPONSE' },
  },
]

export async function portOf({ platform }: Pick<Channel, 'platform'>): Promise<MessagesPort> {
  const { messages } = platform === 'instagram' ? await registry.adapter(platform) : await registry.adapter(platform)
  if (!messages) throw new Error(`${platform} has no messages`)
  return messages
}

export type Slots = Pick<CallContext, 'acquireRateSlot'> & Partial<Pick<CallContext, 'wait' | 'signal'>>

export const freeSlots: Slots = { acquireRateSlot: async () => undefined }

/** A call on behalf of the channel's account, its credentials parsed as the service does. */
export async function callOn(
  { app, account, platform }: Channel,
  { scopes = account.scopes, credentials = account.credentials }: { scopes?: string[]; credentials?: JsonObject } = {},
  slots: Slots = freeSlots,
): Promise<CallContext> {
  const adapter = await registry.adapter(platform)
  const parsed: unknown = adapter.credentials.parse(credentials)
  return callFor(callOf(app), { ...account, scopes, credentials: parsed }, slots)
}

export function writing(call: CallContext, input: TextInput): WriteCall<TextInput> {
  return { ...call, writeId: '019a9c3e-7d2f-7c11-a2bb-0123456789ab', createdAt: now, input }
}

/** The app of a network as the sandbox configures it. */
export function sandboxApp({ environment }: Sandbox, { app, platform }: Pick<Channel, 'app' | 'platform'>): App {
  const set = (name: string) => environment[`${platform}_${name}`.toUpperCase()] ?? ''
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`)
  const hosts = Object.keys(app.hosts).map((name) => [name, set(`HOST_${snake(name)}`)])
  const secrets = Object.keys(app.secrets).map((name) => [name, set(snake(name))])
  return { ...app, hosts: Object.fromEntries(hosts), secrets: Object.fromEntries(secrets) }
}

/** The parts of an identity that a call takes. */
export function accountOf({ providerId, displayIdentifier, scopes, credentials }: Identity) {
  return { providerId, displayIdentifier, scopes, credentials }
}
