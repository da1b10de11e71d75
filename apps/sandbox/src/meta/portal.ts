import { allowFields } from '../comments/actions.ts'

/** What the developers of the app have reached at Meta, and what Facebook and Instagram do beyond their documentation. */
export interface Portal {
  /** Permissions that the app was given; every known one when null. */
  permissions: string[] | null
  /** Whether the dialog shows itself for a configuration of Facebook Login for Business only. */
  needsConfiguration: boolean
  /** Handles of those with a role in an app that is in development; anybody can connect to a live app, which is null. */
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

/** What each setting takes. */
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
