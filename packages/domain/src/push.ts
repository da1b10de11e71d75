import { type Platform, platformsIn } from './platforms.ts'

/**
 * The networks that push comments and messages once an account is subscribed, in the order of `platforms`. Anything that
 * is not pushed, or is missed, is still read from them. WhatsApp counts as one that does not, as its messages cannot be
 * read: they only arrive by webhook.
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
