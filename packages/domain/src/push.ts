import { type Platform, platforms } from './platforms.ts'

/**
 * Whether each network pushes comments and messages once an account is subscribed. Anything that is not pushed, or is
 * missed, is still read from them. WhatsApp counts as one that does not, as its messages cannot be read: they only arrive
 * by webhook.
 */
const pushes = {
  instagram: true,
  tiktok: false,
  facebook: true,
  whatsapp: false,
  youtube: false,
  x: false,
  bluesky: false,
} as const satisfies Record<Platform, boolean>

export type PushPlatform = {
  [P in keyof typeof pushes]: (typeof pushes)[P] extends true ? P : never
}[keyof typeof pushes]

/** Returns whether a network pushes comments and messages of subscribed accounts. */
export function isPushPlatform(platform: Platform): platform is PushPlatform {
  const cells: Readonly<Record<Platform, boolean>> = pushes
  return cells[platform]
}

/** The networks that push comments and messages, in the order of `platforms`. */
export const pushPlatforms: readonly PushPlatform[] = platforms.filter(isPushPlatform)
