import { type Fields, textOf } from '../json.ts'
import type { Identity } from '../ports/connect.ts'

/** Reads the display names and avatar of an account; both logins use the same fields. */
export function namesOf(account: Fields): Pick<Identity, 'displayIdentifier' | 'displayName' | 'avatarUrl'> {
  const username = textOf(account['username'])
  return {
    displayIdentifier: username,
    displayName: textOf(account['name']) ?? username,
    avatarUrl: textOf(account['profile_picture_url']),
  }
}
