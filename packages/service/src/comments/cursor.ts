import { fieldError } from '@carillon/errors'

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

/** @throws ServiceError invalid_request for text that is no cursor of the account's post */
export function decodeCursor({ accountId, postId }: Place, text: string): string {
  const value = parsed(text)
  const [account, post, cursor]: unknown[] = Array.isArray(value) && value.length === 3 ? value : []
  if (
    account === accountId &&
    post === postId &&
    typeof cursor === 'string' &&
    encodeCursor({ accountId, postId }, cursor) === text
  ) {
    return cursor
  }
  throw fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected' })
}

/** The post that a cursor is for, where the request names none; undefined for text that is no cursor. */
export function postOfCursor(text: string): string | undefined {
  const value = parsed(text)
  const post: unknown = Array.isArray(value) ? value[1] : undefined
  return typeof post === 'string' ? post : undefined
}
