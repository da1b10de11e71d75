import type { Platform } from './platforms.ts'

/**
 * Networks that post a signed request to us when a user takes the app's access away, or asks for the deletion of what the
 * app holds.
 */
export const userRequestPlatforms = ['instagram', 'facebook', 'whatsapp'] as const satisfies readonly Platform[]

export type UserRequestPlatform = (typeof userRequestPlatforms)[number]
