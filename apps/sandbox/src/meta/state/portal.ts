import { allowFields } from '../../comments/actions.ts'
import type { AppPreset, AppView } from '../../network.ts'

/** The access of the app at Meta, and undocumented behaviour of Facebook and Instagram that tests can turn on. */
export interface Portal {
  /** The permissions that the app was granted by Meta; null for all. */
  permissions: string[] | null
  /** Whether the dialog is shown only for a configuration of Facebook Login for Business. */
  needsConfiguration: boolean
  /**
   * The handles of the users with a role in the app, while it is in development; null for a live app, to which all
   * users can connect.
   */
  roles: string[] | null
  /**
   * The maximum `limit` for a page of posts, reels, videos, comments or conversations; a higher one is rejected as too
   * much data. Null for no maximum.
   */
  maxPage: number | null
  /** Whether a vertical video that is not published as a reel remains a draft. */
  verticalDrafts: boolean
  /** Whether the copyright check fails, after which processing never starts. */
  stuckCopyrightCheck: boolean
  /** For how many of the next images Instagram reports that fetching failed. */
  unfetchedImages: number
}

/** Creates the default settings of the Meta app, which `POST /person/app` changes. */
export function createPortal(): Portal {
  return {
    permissions: null,
    needsConfiguration: false,
    roles: null,
    maxPage: null,
    verticalDrafts: false,
    stuckCopyrightCheck: false,
    unfetchedImages: 0,
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

const isFlag = (value: unknown) => typeof value === 'boolean'
const isTextsOrNull = (value: unknown) => value === null || isTexts(value)

/** The check of the values of each setting, and the allowed values in words, for error messages. */
const rules: Record<keyof Portal, [fits: (value: unknown) => boolean, words: string]> = {
  permissions: [isTextsOrNull, 'a list of texts, or null'],
  needsConfiguration: [isFlag, 'true or false'],
  roles: [isTextsOrNull, 'a list of handles, or null'],
  maxPage: [(value) => value === null || Number.isSafeInteger(value), 'a whole number, or null'],
  verticalDrafts: [isFlag, 'true or false'],
  stuckCopyrightCheck: [isFlag, 'true or false'],
  unfetchedImages: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number'],
}

/**
 * Handles `POST /person/app`: changes the given settings and returns all settings.
 * @throws RangeError that names the first unknown or invalid setting; nothing is changed then
 */
export function changePortal(portal: Portal, body: Record<string, unknown>): Portal {
  allowFields(body, Object.keys(rules))
  const { network: _network, ...changes } = body
  for (const [name, [fits, words]] of Object.entries(rules)) {
    if (name in changes && !fits(changes[name])) throw new RangeError(`${name}: ${words}`)
  }
  return Object.assign(portal, changes)
}

/** Returns whether a user can use the app. While the app is in development, only users with a role in it can. */
export function mayUse({ roles }: Portal, handle: string): boolean {
  return roles === null || roles.includes(handle)
}

/** Returns those of the `known` permissions that Meta has granted to the app: all if `permissions` is null. */
export function givenOf({ permissions }: Portal, known: string[]): string[] {
  return permissions === null ? known : known.filter((permission) => permissions.includes(permission))
}

/** The users with a role in an app in development: the first Facebook user and the first Instagram account. */
const DEVELOPERS = ['nora.lindqvist', 'lindqvist.bakery']

/** The permissions that the feature `publishing` requests on Facebook and with both logins of Instagram. */
const PUBLISHING = [
  'public_profile',
  'email',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_read_user_content',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_business_basic',
  'instagram_business_content_publish',
]

const PRESETS: readonly AppPreset[] = [
  {
    label: 'New app',
    about: `No permission was added, and the app is in development: only ${DEVELOPERS.join(' and ')} have a role in it.`,
    set: { permissions: ['public_profile', 'email'], roles: DEVELOPERS },
  },
  {
    label: 'In development',
    about: `Every permission was added and none was reviewed: only ${DEVELOPERS.join(' and ')} can connect.`,
    set: { permissions: null, roles: DEVELOPERS },
  },
  {
    label: 'Publishing approved',
    about: 'The app is live with the permissions of *_FEATURES=publishing. Asking for another one ends the dialog.',
    set: { permissions: PUBLISHING, roles: null },
  },
  {
    label: 'Live',
    about: 'The app is live, and every permission was approved. This is the default.',
    set: { permissions: null, roles: null },
  },
]

/** Returns the Meta app, which Facebook and Instagram share, as the start page shows it. */
export function showPortal(portal: Portal): AppView {
  return { settings: () => portal, presets: PRESETS }
}
