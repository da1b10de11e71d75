import type { Platform } from './platforms.ts'

/**
 * The networks that send Carillon a signed request when a user revokes the app's access or requests the deletion of
 * their data.
 */
export const userRequestPlatforms = ['instagram', 'facebook', 'whatsapp'] as const satisfies readonly Platform[]

export type UserRequestPlatform = (typeof userRequestPlatforms)[number]
