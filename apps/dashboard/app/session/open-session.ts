import { secondsWords } from '../data/error-words.ts'
import { type Session, sendToSession } from '../data/session-query.ts'

/** Thrown if the key was rejected, or after too many attempts; the message is for the user and says what to do. */
export class KeyRejected extends Error {
  override readonly name = 'KeyRejected'
}

function waitWords(response: Response): string {
  const seconds = Number(response.headers.get('Retry-After'))
  return seconds > 0 ? `in ${secondsWords(seconds)}` : 'in a minute'
}

/**
 * Exchanges an API key for a session, whose cookie the browser stores. Throws `KeyRejected` if the key was rejected or
 * there were too many attempts, another error for any other response or without one.
 */
export async function openSession(key: string): Promise<Session> {
  const response = await sendToSession('POST', { body: { key } })
  if (response.status === 201) return response.json()
  if (response.status === 401 || response.status === 400) {
    throw new KeyRejected(
      'This key is not valid: it is misspelled, was deleted or has expired. Check it, or create another.',
    )
  }
  if (response.status === 429) {
    throw new KeyRejected(`There were too many attempts. Try again ${waitWords(response)}.`)
  }
  throw new Error(`The service responded with status ${response.status}.`)
}
