import type { AccountRow } from '@carillon/database'
import { capabilities, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'

/** The error of a call about messages: some networks have a code of their own for a connection that is of no use any more. */
export function asMessageError({ platform }: Pick<AccountRow, 'platform'>, thrown: unknown): unknown {
  if (!supports('messages.send', platform)) return thrown
  const cell = capabilities['messages.send'].cells[platform]
  if (!('expired' in cell) || !(thrown instanceof ServiceError)) return thrown
  if (thrown.code !== 'connection_expired' && thrown.code !== cell.expired) return thrown
  return new ServiceError(cell.expired, undefined, { status: 422, cause: thrown })
}
