import { type Platform, requireSupport } from '@carillon/domain'
import { type ConnectPort, settingsOf } from '@carillon/providers'
import type { Context } from '../context.ts'

/** How accounts of a network are connected; rejects where it cannot be done. */
export async function connectPort(context: Context, platform: Platform): Promise<ConnectPort> {
  requireSupport('connect', platform)
  return (await context.registry.adapter(platform)).connect
}

/** Our callback for a network: one path each, so that an answer of one network can never pass for another's. */
export function callbackUrl(context: Context, platform: Platform): string {
  const { callbackSuffix = '' } = settingsOf[platform]
  return `${context.config.publicUrl}/oauth/${platform}/callback${callbackSuffix}`
}
