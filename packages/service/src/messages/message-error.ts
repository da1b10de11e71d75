import type { AccountRow } from '@carillon/database'
import { capabilities, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'

/**
 * Converts the error of a call about messages. If the platform has a code of its own for an expired connection
 * (`expired` in the capability `messages.send`), `connection_expired` becomes this code, and an error with either code
 * gets the status 422 and the default message, without details. Other errors are returned unchanged.
 */
export function asMessageError({ platform }: Pick<AccountRow, 'platform'>, thrown: unknown): unknown {
  if (!supports('messages.send', platform)) return thrown
  const cell = capabilities['messages.send'].cells[platform]
  if (!('expired' in cell) || !(thrown instanceof ServiceError)) return thrown
  if (thrown.code !== 'connection_expired' && thrown.code !== cell.expired) return thrown
  return new ServiceError(cell.expired, undefined, { status: 422, cause: thrown })
}
