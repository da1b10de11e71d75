import type { OperationId, PlatformOf } from '@carillon/contract'
import { type AccountRow, listAccounts } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { AdsPort, AdsPurpose, CallContext } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import type { Request } from '../request.ts'
import { noAccountOf } from '../scope.ts'

type AdsOperationId = Extract<OperationId, `ads.${string}`>
type AdsPlatform = PlatformOf<AdsOperationId>

/** The fields that all requests about ads have. */
export type AdsRequest = Pick<Request, 'grant' | 'target' | 'requestId' | 'signal'> & {
  account: AccountRow | null
  platform: AdsPlatform
}

/**
 * An account whose user granted the scopes that the request needs, and the adapter's functions for ads. The account can
 * be expired; calls with `callAds` then fail.
 */
export interface AdsConnection {
  account: AccountRow
  port: AdsPort
}

async function adsPort(context: Context, platform: AdsPlatform): Promise<AdsPort> {
  return (await context.registry.adapter(platform)).ads
}

/**
 * Chooses the account for an ads request: the one that the request names; otherwise, among the accounts of the profile,
 * the first connected one whose user granted reading ads, else an expired one whose user granted it, else the account
 * that was connected first.
 * @throws ServiceError `account_not_found` if the profile has no account of the platform, `ads_permission_required` if
 *   the user did not grant all scopes for `purpose`; its `details.missingScopes` lists them
 */
export async function adsConnection(
  context: Context,
  { grant, target, account: named, platform }: AdsRequest,
  purpose: AdsPurpose,
): Promise<AdsConnection> {
  const port = await adsPort(context, platform)
  const filter = { ...(target && { profileId: target.profileId }), platforms: [platform] }
  const candidates = named ? [named] : await listAccounts(context.db, grant.scope, filter)
  const canRead = ({ scopes }: AccountRow) => port.missingScopes('read', scopes).length === 0
  const account =
    candidates.find((each) => each.status === 'connected' && canRead(each)) ?? candidates.find(canRead) ?? candidates[0]
  if (!account) throw noAccountOf(platform)
  const missingScopes = port.missingScopes(purpose, account.scopes)
  if (missingScopes.length === 0) return { account, port }
  throw new ServiceError('ads_permission_required', undefined, { details: { missingScopes } })
}

/**
 * Runs `work`, which calls the network, with the credentials of the connection's user, and returns its result. If the
 * network rejects the access token, the token is refreshed and `work` runs once more.
 * @throws ProviderError with the outcome `not_sent` if no credentials could be obtained or `signal` has aborted;
 *   otherwise the error of `work`
 */
export function callAds<T>(
  context: Context,
  { requestId, signal }: Pick<AdsRequest, 'requestId' | 'signal'>,
  { account, port }: AdsConnection,
  work: (port: AdsPort, call: CallContext) => Promise<T>,
): Promise<T> {
  return callAccount(context, { account, requestId, signal }, (call) => work(port, call))
}
