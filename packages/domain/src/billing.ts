import type { ErrorCode } from '@carillon/errors'
import { capabilities } from './capabilities.ts'
import type { Platform } from './platforms.ts'

/** The code that refuses an organization without a card where the network bills every call; undefined where it does not. */
export function billingRefusal(platform: Platform): ErrorCode | undefined {
  const cell = capabilities.connect.cells[platform]
  return cell && 'billed' in cell ? cell.billed : undefined
}
