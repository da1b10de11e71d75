import { isPushPlatform, type Platform, type PushPlatform, pushPlatforms } from '@carillon/domain'
import type { Context } from '../context.ts'

/**
 * Returns whether Carillon subscribes accounts of the platform to webhook events: `PUSH` is on, and the token is set
 * with which the network verifies Carillon's webhook URL.
 */
export function isPushed({ config }: Pick<Context, 'config'>, platform: Platform): platform is PushPlatform {
  return config.push && isPushPlatform(platform) && Boolean(config.networks[platform].secrets['verifyToken'])
}

/** Returns the platforms whose accounts are subscribed to webhook events (`isPushed`). */
export function pushedPlatforms(context: Pick<Context, 'config'>): PushPlatform[] {
  return pushPlatforms.filter((platform) => isPushed(context, platform))
}
