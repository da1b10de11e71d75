import { fieldError, type ServiceError } from '@carillon/errors'

interface Place {
  accountId: string
  postId: string
}

/** Encodes a network's cursor for clients, bound to its account and post. Clients must treat it as opaque. */
export function encodeCursor({ accountId, postId }: Place, cursor: string): string {
  return Buffer.from(JSON.stringify([accountId, postId, cursor])).toString('base64url')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/**
 * The parts of a cursor; undefined for text that `encodeCursor` cannot have created, or that the database cannot store.
 */
function partsOf(text: string): (Place & { cursor: string }) | undefined {
  const value = parsed(text)
  const [accountId, postId, cursor]: unknown[] = Array.isArray(value) && value.length === 3 ? value : []
  if (typeof accountId !== 'string' || typeof postId !== 'string' || typeof cursor !== 'string') return undefined
  const isStorable = [postId, cursor].every((part) => part !== '' && part.isWellFormed() && !part.includes('\0'))
  return isStorable && encodeCursor({ accountId, postId }, cursor) === text ? { accountId, postId, cursor } : undefined
}

/** The error for a text that is not a cursor of the list, or for a cursor that the network no longer accepts. */
export function invalidCursor(): ServiceError {
  return fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected', whole: 'query' })
}

/**
 * The network's cursor in a cursor of the API.
 * @throws ServiceError `invalid_request` for a text that is not a cursor of the account's post
 */
export function decodeCursor({ accountId, postId }: Place, text: string): string {
  const parts = partsOf(text)
  if (parts?.accountId !== accountId || parts.postId !== postId) throw invalidCursor()
  return parts.cursor
}

/**
 * The post of a cursor, for requests that send no `postId`.
 * @throws ServiceError `invalid_request` for a text that is not a cursor of the account
 */
export function postOfCursor(accountId: string, text: string): string {
  const parts = partsOf(text)
  if (parts?.accountId !== accountId) throw invalidCursor()
  return parts.postId
}
