import type { ErrorCode } from '@carillon/errors'
import { cellOf } from './capabilities.ts'
import type { Platform } from './platforms.ts'

/** The code that refuses an organization without a card where the network bills every call; undefined where it does not. */
export function billingRefusal(platform: Platform): ErrorCode | undefined {
  return (cellOf('connect', platform) || {}).billed
}
