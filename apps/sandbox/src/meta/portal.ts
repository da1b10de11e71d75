import { allowFields } from '../comments/acts.ts'

/** What the developers of the app have reached at Meta, and how much Graph finds too much. */
export interface Portal {
  /** Permissions that the app was given; every known one when null. */
  permissions: string[] | null
  /** Whether the dialog shows itself for a configuration of Facebook Login for Business only. */
  needsConfiguration: boolean
  /** Pages of posts and reels larger than this are too much data; none are when null. */
  maxPage: number | null
}

export function createPortal(): Portal {
  return { permissions: null, needsConfiguration: false, maxPage: null }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** `POST /person/app`: changes what is given, and answers what holds then. */
export function changePortal(portal: Portal, body: Record<string, unknown>): Portal {
  allowFields(body, ['permissions', 'needsConfiguration', 'maxPage'])
  const { permissions, needsConfiguration, maxPage } = { ...portal, ...body }
  if (permissions !== null && !isTexts(permissions)) throw new RangeError('permissions: a list of texts, or null')
  if (typeof needsConfiguration !== 'boolean') throw new RangeError('needsConfiguration: true or false')
  if (maxPage !== null && !Number.isSafeInteger(maxPage)) throw new RangeError('maxPage: a whole number, or null')
  return Object.assign(portal, { permissions, needsConfiguration, maxPage })
}

/** Of the permissions that Meta knows, those that the app was given. */
export function givenOf({ permissions }: Portal, known: string[]): string[] {
  return permissions === null ? known : known.filter((permission) => permissions.includes(permission))
}
