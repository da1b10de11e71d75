import { type Platform, requireSupport } from '@carillon/domain'
import { type ConnectPort, settingsOf } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * The connect port of a network.
 * @throws ServiceError `provider_not_supported` if accounts of the network are not connected by OAuth
 */
export async function connectPort(context: Context, platform: Platform): Promise<ConnectPort> {
  requireSupport('connect', platform)
  return (await context.registry.adapter(platform)).connect
}

/**
 * The callback URL of a network. Each network has its own path, so that a response of one network is never taken for
 * another's.
 */
export function callbackUrl(context: Context, platform: Platform): string {
  const { callbackSuffix = '' } = settingsOf[platform]
  return `${context.config.publicUrl}/oauth/${platform}/callback${callbackSuffix}`
}
