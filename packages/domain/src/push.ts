import type { Platform } from './platforms.ts'

/**
 * Networks that push comments and messages once an account is subscribed. What they do not push, or what is missed, is
 * still read from them.
 */
export const pushPlatforms = ['instagram', 'facebook'] as const satisfies readonly Platform[]

export type PushPlatform = (typeof pushPlatforms)[number]

/** Whether the network pushes comments and messages of subscribed accounts. */
export function isPushPlatform(platform: Platform): platform is PushPlatform {
  return pushPlatforms.some((one) => one === platform)
}
