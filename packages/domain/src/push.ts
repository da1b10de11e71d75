import type { Platform } from './platforms.ts'

/**
 * The networks that push comments and messages once an account is subscribed. Anything that is not pushed, or is
 * missed, is still read from them. WhatsApp is not listed, as its messages cannot be read: they only arrive by webhook.
 */
export const pushPlatforms = ['instagram', 'facebook'] as const satisfies readonly Platform[]

export type PushPlatform = (typeof pushPlatforms)[number]

/** Returns whether a network pushes comments and messages of subscribed accounts. */
export function isPushPlatform(platform: Platform): platform is PushPlatform {
  return pushPlatforms.some((one) => one === platform)
}
