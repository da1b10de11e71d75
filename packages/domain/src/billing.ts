import type { ErrorCode } from '@carillon/errors'
import { cellOf } from './capabilities.ts'
import type { Platform } from './platforms.ts'

/** The error code for an organization without a card on a platform that bills every call; undefined on the others. */
export function billingRejection(platform: Platform): ErrorCode | undefined {
  const cell = cellOf('connect', platform)
  return cell === false ? undefined : cell.billed
}
