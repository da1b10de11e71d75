import type { StartedConnectionSession } from '@carillon/client'
import { api } from './api.ts'

/**
 * Starts the sign-up by which WhatsApp connects a phone number to a profile. The user continues at the
 * `authorizationUrl` of the result.
 */
export async function startSignup(profileId: string): Promise<StartedConnectionSession> {
  return (await api.post('/profiles/{profileId}/whatsapp-signup', { path: { profileId }, body: {} })).data
}
