import type { StartedConnectionSession } from '@carillon/client'
import { api } from './api.ts'

/** Starts the sign-up by which a social network connects a phone number. */
export async function startSignup(profileId: string): Promise<StartedConnectionSession> {
  return (await api.post('/profiles/{profileId}/whatsapp-signup', { path: { profileId }, body: {} })).data
}
