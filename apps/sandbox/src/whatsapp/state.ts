import { randomBytes } from 'node:crypto'
import { type Counter, createCounter } from '../counter.ts'
import { BUSINESSES, CUSTOMERS, NUMBERS, WABAS } from './businesses.ts'
import type { Business, Customer, PhoneNumber, Template, Waba } from './records.ts'
import { templatesOf } from './template-seeds.ts'

type MessageStatus = 'received' | 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'

export interface Message {
  /** `wamid.…` */
  id: string
  numberId: string
  customer: Customer
  direction: 'inbound' | 'outbound'
  type: string
  text: string
  /** Everything else that was sent: a template with its parameters, a location. */
  content: Record<string, unknown>
  callbackData: string | null
  status: MessageStatus
  errorCode: number | null
  createdAt: number
}

export interface Token {
  value: string
  businessId: string
  /** The accounts that the business shared with the app. */
  wabaIds: string[]
  scopes: string[]
  issuedAt: number
  /** Milliseconds; null for a token without an end. */
  expiresAt: number | null
  revoked: boolean
}

interface Code {
  businessId: string
  wabaId: string
  expiresAt: number
  used: boolean
}

/** The statuses that are reported for messages sent from now on. */
export interface DeliveryPlan {
  sequence: ('sent' | 'delivered' | 'read' | 'failed')[]
  errorCode: number
  /** Whether the last status is reported first. */
  shuffle: boolean
  /** Whether each status is reported twice. */
  duplicate: boolean
}

/** One attempt to deliver a webhook. */
interface Attempt {
  at: number
  field: string
  url: string
  attempt: number
  /** HTTP status of the receiver; null when nothing responded. */
  status: number | null
}

/** The access of the app at Meta, and the properties of tokens from sign-ups. */
export interface AppSettings {
  /** The lifetime in days of tokens issued from now on; null for tokens that never expire. */
  tokenDays: number | null
  /** Whether `granular_scopes` of `debug_token` names the accounts that a business has shared. */
  namesAccounts: boolean
  /** Permissions that the app was given; both when null. */
  permissions: string[] | null
  /**
   * Businesses of users with a role in an app that is in development; any business can sign up at a live app, which is
   * null.
   */
  roles: string[] | null
}

/** The state of the simulated WhatsApp. */
export interface State {
  now(): number
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
  /** Errors with which the next sends are rejected, in order. */
  rejections: number[]
  attempts: Attempt[]
  appSettings: AppSettings
  ids: Counter
  /** A new numeric id of `digits` digits that begins with `prefix`. */
  nextId(prefix: string, digits: number): string
  /** `length` unguessable characters of the URL alphabet. */
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

/** Creates the seeded businesses with their accounts, numbers and templates, without messages. */
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
