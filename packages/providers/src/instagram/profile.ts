import { type Fields, textOf } from '../json.ts'
import type { Identity, Names } from '../ports/connect.ts'

/** Returns the username and name of an account of Graph. A missing name is replaced by the username. */
export function shownNames(account: Fields): Names {
  const { displayIdentifier, displayName } = namesOf(account)
  return { displayIdentifier, displayName }
}

/**
 * Returns the username, name and avatar of an account of Graph; both logins use the same fields. A missing name is
 * replaced by the username; other missing values are null. Makes no call.
 */
export function namesOf(account: Fields): Pick<Identity, 'displayIdentifier' | 'displayName' | 'avatarUrl'> {
  const username = textOf(account['username'])
  return {
    displayIdentifier: username,
    displayName: textOf(account['name']) ?? username,
    avatarUrl: textOf(account['profile_picture_url']),
  }
}
