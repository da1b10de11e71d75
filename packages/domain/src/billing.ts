import type { ErrorCode } from '@carillon/errors'
import { cellOf } from './capabilities.ts'
import type { Platform } from './platforms.ts'

/**
 * Returns the error code with which organizations without a card on file are rejected on a platform that bills calls;
 * undefined for platforms that bill nothing.
 */
export function billingRejection(platform: Platform): ErrorCode | undefined {
  const cell = cellOf('connect', platform)
  return cell === false ? undefined : cell.billed
}
