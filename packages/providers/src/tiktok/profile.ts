import type { AppCall } from '../call-context.ts'
import { callNetwork } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, textOf } from '../json.ts'
import type { Identity } from '../ports/connect.ts'
import { apiUrl, dataOf, tokenHeader } from './client.ts'
import { tiktokDialect } from './errors.ts'

type Names = Pick<Identity, 'displayIdentifier' | 'displayName' | 'avatarUrl'>

/** Returns the names in `data` of TikTok's response to `/business/get/`; null for one that is missing. */
export function namesOf({ username, display_name: name }: Fields): Pick<Names, 'displayIdentifier' | 'displayName'> {
  return { displayIdentifier: textOf(username), displayName: textOf(name) }
}

/**
 * The fields of a profile, each with the scope that it needs. A single field without its scope would fail the whole
 * call.
 */
const fields = [
  { name: 'display_name', scope: 'user.info.basic' },
  { name: 'profile_image', scope: 'user.info.basic' },
  { name: 'username', scope: 'user.info.username' },
]

/**
 * Reads the account's names and avatar. A value whose scope was not granted is null, and all are null if they cannot be
 * read: the account is connected nevertheless, because its authorization code has already been used.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function readNames(
  call: AppCall,
  { openId, accessToken, scopes }: { openId: string; accessToken: string; scopes: readonly string[] },
): Promise<Names> {
  const granted = fields.filter(({ scope }) => scopes.includes(scope)).map(({ name }) => name)
  if (granted.length === 0) return { displayIdentifier: null, displayName: null, avatarUrl: null }
  const query = new URLSearchParams({ business_id: openId, fields: JSON.stringify(granted) })
  try {
    const response = await callNetwork(call, tiktokDialect, {
      method: 'GET',
      url: `${apiUrl(call.app, '/business/get/')}?${query}`,
      operation: 'accounts.get',
      timeoutMs: 10_000,
      headers: tokenHeader({ accessToken }),
      retry: 'read',
    })
    const data = dataOf(response)
    return { ...namesOf(data), avatarUrl: textOf(data['profile_image']) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { displayIdentifier: null, displayName: null, avatarUrl: null }
  }
}
