import { type Platform, platforms } from './platforms.ts'

/**
 * Whether each network sends Carillon a signed request when a user revokes the app's access or requests the deletion of
 * their data.
 */
const posts = {
  instagram: true,
  tiktok: false,
  facebook: true,
  whatsapp: true,
  youtube: false,
  x: false,
  bluesky: false,
} as const satisfies Record<Platform, boolean>

export type UserRequestPlatform = {
  [P in keyof typeof posts]: (typeof posts)[P] extends true ? P : never
}[keyof typeof posts]

/** Returns whether a network sends signed requests of its users. */
function isUserRequestPlatform(platform: Platform): platform is UserRequestPlatform {
  const cells: Readonly<Record<Platform, boolean>> = posts
  return cells[platform]
}

/** The networks that send signed requests of their users, in the order of `platforms`. */
export const userRequestPlatforms: readonly UserRequestPlatform[] = platforms.filter(isUserRequestPlatform)
