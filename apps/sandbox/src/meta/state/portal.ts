import { allowFields } from '../../comments/actions.ts'
import type { AppPreset, AppView } from '../../network.ts'

/** The access that the developers of the app have at Meta, and what Facebook and Instagram do beyond their documentation.
 */
export interface Portal {
  /** Permissions that the app was given; every known one when null. */
  permissions: string[] | null
  /** Whether the dialog shows itself for a configuration of Facebook Login for Business only. */
  needsConfiguration: boolean
  /**
   * Handles of those with a role in an app that is in development; anybody can connect to a live app, which is null.
   */
  roles: string[] | null
  /** Pages of posts, reels and conversations larger than this are too much data; none are when null. */
  maxPage: number | null
  /** Whether a vertical video that is not sent as a reel stays a draft. */
  verticalDrafts: boolean
  /** Whether the check of copyrights ends in an error, after which processing never starts. */
  stuckCopyrightCheck: boolean
  /** How many of the next images Instagram says that it cannot fetch, although it could. */
  unfetchedImages: number
}

/** The default settings of the Meta app, which `POST /person/app` changes. */
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

/** The allowed values of each setting. */
const rules: Record<keyof Portal, [fits: (value: unknown) => boolean, words: string]> = {
  permissions: [isTextsOrNull, 'a list of texts, or null'],
  needsConfiguration: [isFlag, 'true or false'],
  roles: [isTextsOrNull, 'a list of handles, or null'],
  maxPage: [(value) => value === null || Number.isSafeInteger(value), 'a whole number, or null'],
  verticalDrafts: [isFlag, 'true or false'],
  stuckCopyrightCheck: [isFlag, 'true or false'],
  unfetchedImages: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number'],
}

/** `POST /person/app`: changes the given settings and returns all settings. */
export function changePortal(portal: Portal, body: Record<string, unknown>): Portal {
  allowFields(body, Object.keys(rules))
  const { network: _network, ...changes } = body
  for (const [name, [fits, words]] of Object.entries(rules)) {
    if (name in changes && !fits(changes[name])) throw new RangeError(`${name}: ${words}`)
  }
  return Object.assign(portal, changes)
}

/** Whether a user can use the app: while it is in development, only users with a role in it can. */
export function mayUse({ roles }: Portal, handle: string): boolean {
  return roles === null || roles.includes(handle)
}

/** Those permissions that the app was given. */
export function givenOf({ permissions }: Portal, known: string[]): string[] {
  return permissions === null ? known : known.filter((permission) => permissions.includes(permission))
}

/**
 * Those with a role in an app that is in development: the first user of Facebook and the first account of Instagram.
 */
const DEVELOPERS = ['nora.lindqvist', 'lindqvist.bakery']

/** What the feature `publishing` asks for on Facebook and with both logins of Instagram. */
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

/** The Meta app as the start page shows it; Facebook and Instagram share it. */
export function showPortal(portal: Portal): AppView {
  return { settings: () => portal, presets: PRESETS }
}
