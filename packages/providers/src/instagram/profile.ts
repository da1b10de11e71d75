import { type Fields, textOf } from '../json.ts'
import type { Identity } from '../ports/connect.ts'

/** How an account is called and shown; both logins read the same fields of it. */
export function namesOf(account: Fields): Pick<Identity, 'displayIdentifier' | 'displayName' | 'avatarUrl'> {
  const username = textOf(account['username'])
  return {
    displayIdentifier: username,
    displayName: textOf(account['name']) ?? username,
    avatarUrl: textOf(account['profile_picture_url']),
  }
}
