import { isPushPlatform, type Platform, type PushPlatform, pushPlatforms } from '@carillon/domain'
import type { Context } from '../context.ts'

/**
 * Whether accounts of the network are subscribed to what it pushes: the operator allows it, and has set the token without
 * which the network cannot verify our URL.
 */
export function isPushed({ config }: Pick<Context, 'config'>, platform: Platform): platform is PushPlatform {
  return config.push && isPushPlatform(platform) && Boolean(config.networks[platform].secrets['verifyToken'])
}

/** The networks whose accounts are subscribed. */
export function pushedPlatforms(context: Pick<Context, 'config'>): PushPlatform[] {
  return pushPlatforms.filter((platform) => isPushed(context, platform))
}
