import { fieldError, type ServiceError } from '@carillon/errors'

interface Place {
  accountId: string
  postId: string
}

/** Encodes a network's cursor as a cursor of the API, valid only for this account and post. It is opaque to clients. */
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
 * Returns the parts of a cursor; undefined for a string that `encodeCursor` cannot have created or that the database
 * cannot store.
 */
function partsOf(text: string): (Place & { cursor: string }) | undefined {
  const value = parsed(text)
  const [accountId, postId, cursor]: unknown[] = Array.isArray(value) && value.length === 3 ? value : []
  if (typeof accountId !== 'string' || typeof postId !== 'string' || typeof cursor !== 'string') return undefined
  const isStorable = [postId, cursor].every((part) => part !== '' && part.isWellFormed() && !part.includes('\0'))
  return isStorable && encodeCursor({ accountId, postId }, cursor) === text ? { accountId, postId, cursor } : undefined
}

/**
 * Builds the error `invalid_request` for a cursor that is not one of the list, or that the network no longer accepts.
 */
export function invalidCursor(): ServiceError {
  return fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected', whole: 'query' })
}

/**
 * Returns the network's cursor that a cursor of the API contains.
 * @throws ServiceError `invalid_request` if the string is not a cursor of this account and post
 */
export function decodeCursor({ accountId, postId }: Place, text: string): string {
  const parts = partsOf(text)
  if (parts?.accountId !== accountId || parts.postId !== postId) throw invalidCursor()
  return parts.cursor
}

/**
 * Returns the network's id of the post that a cursor belongs to, for requests without a `postId`.
 * @throws ServiceError `invalid_request` if the string is not a cursor of the account
 */
export function postOfCursor(accountId: string, text: string): string {
  const parts = partsOf(text)
  if (parts?.accountId !== accountId) throw invalidCursor()
  return parts.postId
}
