import type { Platform } from './platforms.ts'

/**
 * Networks that send Carillon a signed request when a user revokes the app's access, or requests the deletion of what
 * the app holds.
 */
export const userRequestPlatforms = ['instagram', 'facebook', 'whatsapp'] as const satisfies readonly Platform[]

export type UserRequestPlatform = (typeof userRequestPlatforms)[number]
