import { type Platform, platformsIn } from './platforms.ts'

/**
 * The networks that push comments and messages once an account is subscribed, in the order of `platforms`. Comments
 * and messages that do not arrive by webhook are read from these networks. WhatsApp is not listed, because its messages
 * cannot be read: they arrive by webhook only.
 */
export const pushPlatforms = platformsIn({
  instagram: true,
  tiktok: false,
  facebook: true,
  whatsapp: false,
  youtube: false,
  x: false,
  bluesky: false,
} as const satisfies Record<Platform, boolean>)

export type PushPlatform = (typeof pushPlatforms)[number]

/** Returns whether a network pushes comments and messages of subscribed accounts. */
export function isPushPlatform(platform: Platform): platform is PushPlatform {
  return pushPlatforms.some((one) => one === platform)
}
