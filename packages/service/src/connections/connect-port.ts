import { type Platform, requireSupport } from '@carillon/domain'
import { type ConnectPort, settingsOf } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * Returns the OAuth functions of a platform's adapter.
 * @throws ServiceError `provider_not_supported` if accounts of the platform are not connected by OAuth
 */
export async function connectPort(context: Context, platform: Platform): Promise<ConnectPort> {
  requireSupport('connect', platform)
  return (await context.registry.adapter(platform)).connect
}

/**
 * Returns the OAuth callback URL of a platform. Each platform has its own path, so that a response of one is never
 * taken for another's.
 */
export function callbackUrl(context: Context, platform: Platform): string {
  const { callbackSuffix = '' } = settingsOf[platform]
  return `${context.config.publicUrl}/oauth/${platform}/callback${callbackSuffix}`
}
