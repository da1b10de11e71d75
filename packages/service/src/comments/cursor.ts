import { fieldError, type ServiceError } from '@carillon/errors'

interface Place {
  accountId: string
  postId: string
}

/** The network's cursor, bound to the account and post that it is for; opaque so that nobody builds on it. */
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

/** What a cursor is made of; undefined for text that `encodeCursor` does not make, or that no store takes. */
function partsOf(text: string): (Place & { cursor: string }) | undefined {
  const value = parsed(text)
  const [accountId, postId, cursor]: unknown[] = Array.isArray(value) && value.length === 3 ? value : []
  if (typeof accountId !== 'string' || typeof postId !== 'string' || typeof cursor !== 'string') return undefined
  const isStorable = [postId, cursor].every((part) => part !== '' && part.isWellFormed() && !part.includes('\0'))
  return isStorable && encodeCursor({ accountId, postId }, cursor) === text ? { accountId, postId, cursor } : undefined
}

/** Text that is no cursor of the list, or one that the network does not take any more. */
export function invalidCursor(): ServiceError {
  return fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected', whole: 'query' })
}

/** @throws ServiceError invalid_request for text that is no cursor of the account's post */
export function decodeCursor({ accountId, postId }: Place, text: string): string {
  const parts = partsOf(text)
  if (parts?.accountId !== accountId || parts.postId !== postId) throw invalidCursor()
  return parts.cursor
}

/**
 * The post that a cursor is for, where the request names none.
 *
 * @throws ServiceError invalid_request for text that is no cursor of the account
 */
export function postOfCursor(accountId: string, text: string): string {
  const parts = partsOf(text)
  if (parts?.accountId !== accountId) throw invalidCursor()
  return parts.postId
}
