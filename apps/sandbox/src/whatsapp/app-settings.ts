import { allowFields } from '../comments/actions.ts'
import type { AppPreset } from '../network.ts'
import type { AppSettings } from './state.ts'

const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** A hundred years. */
const MAX_TOKEN_DAYS = 36_500

const isFlag = (value: unknown) => typeof value === 'boolean'
const isTextsOrNull = (value: unknown) =>
  value === null || (Array.isArray(value) && value.every((item) => typeof item === 'string'))

/** The check for each setting's value, and the description of its allowed values for the error message. */
const RULES: Record<keyof AppSettings, [fits: (value: unknown) => boolean, words: string]> = {
  tokenDays: [
    (value) => value === null || (typeof value === 'number' && value > 0 && value <= MAX_TOKEN_DAYS),
    `a number above 0, at most ${MAX_TOKEN_DAYS}, or null for tokens without an end`,
  ],
  namesAccounts: [isFlag, 'true or false'],
  permissions: [isTextsOrNull, 'a list of texts, or null'],
  roles: [isTextsOrNull, 'a list of businesses, or null'],
}

/**
 * Handles `POST /person/app`: changes `settings` to the values in `body` and returns all settings.
 * @throws RangeError that names an unknown or invalid setting; nothing is changed then
 */
export function changeAppSettings(settings: AppSettings, body: Record<string, unknown>): AppSettings {
  allowFields(body, Object.keys(RULES))
  const { network: _network, ...changes } = body
  for (const [name, [fits, words]] of Object.entries(RULES)) {
    if (name in changes && !fits(changes[name])) throw new RangeError(`${name}: ${words}`)
  }
  return Object.assign(settings, changes)
}

const DEVELOPER = 'lindqvist.bakery'

export const APP_PRESETS: readonly AppPreset[] = [
  {
    label: 'New app',
    about: `The app has no permission, and only ${DEVELOPER} belongs to somebody with a role in it.`,
    set: { permissions: [], roles: [DEVELOPER] },
  },
  {
    label: 'In development',
    about: `Both permissions were added and none was reviewed: only ${DEVELOPER} can sign up.`,
    set: { permissions: null, roles: [DEVELOPER] },
  },
  {
    label: 'Messaging not approved',
    about: 'The app is live with whatsapp_business_management alone.',
    set: { permissions: ['whatsapp_business_management'], roles: null },
  },
  {
    label: 'Live',
    about: 'The app is live, and both permissions were approved. This is the default.',
    set: { permissions: null, roles: null },
  },
  {
    label: 'Tokens of 60 days',
    about: 'The configuration of Embedded Signup issues tokens that end after 60 days.',
    set: { tokenDays: 60 },
  },
  {
    label: 'Tokens without an end',
    about: 'The configuration issues system-user tokens that never expire. This is the default.',
    set: { tokenDays: null },
  },
]

/**
 * Returns whether a business can sign up: always if `roles` is null (the app is live), otherwise if `roles` contains
 * its handle.
 */
export function maySignUp({ roles }: AppSettings, handle: string): boolean {
  return roles === null || roles.includes(handle)
}

/**
 * Returns the permissions of a token from Embedded Signup: those for WhatsApp that `permissions` lists, or both if it
 * is null.
 */
export function scopesOf({ permissions }: AppSettings): string[] {
  return permissions === null ? SCOPES : SCOPES.filter((scope) => permissions.includes(scope))
}
