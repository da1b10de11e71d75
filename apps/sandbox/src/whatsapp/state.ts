import { randomBytes } from 'node:crypto'
import { type Counter, createCounter } from '../counter.ts'
import { BUSINESSES, CUSTOMERS, NUMBERS, WABAS } from './businesses.ts'
import type { Business, Customer, PhoneNumber, Template, Waba } from './records.ts'
import { templatesOf } from './template-seeds.ts'

type MessageStatus = 'received' | 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'

export interface Message {
  /** The message id, which begins with `wamid.`. */
  id: string
  numberId: string
  customer: Customer
  direction: 'inbound' | 'outbound'
  type: string
  /** The text, of templates with the parameters filled in; empty for types without a text. */
  text: string
  /** The type-specific content, such as a template with its parameters or a location. */
  content: Record<string, unknown>
  callbackData: string | null
  status: MessageStatus
  errorCode: number | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

export interface Token {
  value: string
  businessId: string
  /** The ids of the accounts that the business has shared with the app. */
  wabaIds: string[]
  scopes: string[]
  /** Milliseconds since the epoch. */
  issuedAt: number
  /** The expiry time in milliseconds since the epoch; null if the token does not expire. */
  expiresAt: number | null
  revoked: boolean
}

interface Code {
  businessId: string
  wabaId: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  used: boolean
}

/** How the delivery of messages is reported: the statuses in order, and the error code of the status `failed`. */
export interface DeliveryPlan {
  sequence: ('sent' | 'delivered' | 'read' | 'failed')[]
  errorCode: number
  /** Whether the last status is reported first. */
  shuffle: boolean
  /** Whether each status is reported twice. */
  duplicate: boolean
}

/** An attempt to deliver a webhook. */
interface Attempt {
  /** Milliseconds since the epoch. */
  at: number
  /** The field of the first change; `raw` for a request of `POST /person/webhook`. */
  field: string
  url: string
  /** The number of the attempt to deliver this webhook, from 1. */
  attempt: number
  /** The HTTP status of the receiver; null without a response. */
  status: number | null
}

/** The app's settings at Meta: its permissions, who can sign up and what tokens are issued. */
export interface AppSettings {
  /** The lifetime in days of tokens issued from now on; null for tokens that never expire. */
  tokenDays: number | null
  /**
   * Whether `granular_scopes` in the response of `debug_token` lists the accounts that the business shared with the app
   * under the token's scopes, as before June 2026; otherwise only under `whatsapp_business_manage_events`.
   */
  namesAccounts: boolean
  /** The permissions that the app has; null for both WhatsApp permissions. */
  permissions: string[] | null
  /** Handles of businesses that can sign up while the app is in development; null for a live app, open to all. */
  roles: string[] | null
}

/** The whole state of the simulated WhatsApp. Maps are keyed by id; `tokens` and `codes` by the token or code. */
export interface State {
  /** Returns the time in ms since the epoch. */
  now(): number
  /** The URL at which the app receives webhooks; null for none. */
  webhookUrl: string | null
  businesses: Map<string, Business>
  wabas: Map<string, Waba>
  numbers: Map<string, PhoneNumber>
  templates: Map<string, Template>
  customers: Customer[]
  messages: Map<string, Message>
  tokens: Map<string, Token>
  codes: Map<string, Code>
  delivery: DeliveryPlan
  /** Error codes with which the next sends fail, in order. */
  rejections: number[]
  /** The last 1,000 attempts to deliver webhooks, oldest first. */
  attempts: Attempt[]
  appSettings: AppSettings
  ids: Counter
  /** Returns a new numeric id of at least `digits` digits that begins with `prefix`. */
  nextId(prefix: string, digits: number): string
  /** Returns `length` random characters that are safe in URLs. */
  secret(length: number): string
}

function byId<T extends { id: string }>(items: T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, structuredClone(item)]))
}

export const USUAL_DELIVERY: DeliveryPlan = {
  sequence: ['sent', 'delivered', 'read'],
  errorCode: 131026,
  shuffle: false,
  duplicate: false,
}

/**
 * Creates the state with the seeded businesses, accounts, numbers, templates and customers, without messages. `now`
 * returns ms since the epoch. `webhookUrl` is where the app receives webhooks; null for none.
 */
export function createState({ now, webhookUrl }: { now(): number; webhookUrl: string | null }): State {
  const ids = createCounter()
  const nextId = (prefix: string, digits: number): string =>
    `${prefix}${String(ids.next() * 7919).padStart(digits - prefix.length, '0')}`
  return {
    now,
    webhookUrl,
    businesses: byId(BUSINESSES),
    wabas: byId(WABAS),
    numbers: byId(NUMBERS),
    templates: byId(WABAS.flatMap(({ id }) => templatesOf(id, () => nextId('119', 16)))),
    customers: structuredClone(CUSTOMERS),
    messages: new Map(),
    tokens: new Map(),
    codes: new Map(),
    delivery: structuredClone(USUAL_DELIVERY),
    rejections: [],
    attempts: [],
    appSettings: { tokenDays: null, namesAccounts: false, permissions: null, roles: null },
    ids,
    nextId,
    secret: (length) => randomBytes(length).toString('base64url').slice(0, length),
  }
}
