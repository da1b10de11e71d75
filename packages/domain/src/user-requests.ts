import { type Platform, platformsIn } from './platforms.ts'

/**
 * The networks that send Carillon a signed request when a user revokes the app's access or requests the deletion of
 * their data, in the order of `platforms`.
 */
export const userRequestPlatforms = platformsIn({
  instagram: true,
  tiktok: false,
  facebook: true,
  whatsapp: true,
  youtube: false,
  x: false,
  bluesky: false,
} as const satisfies Record<Platform, boolean>)

export type UserRequestPlatform = (typeof userRequestPlatforms)[number]
