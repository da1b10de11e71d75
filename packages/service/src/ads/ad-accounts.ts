import { type AdAccountList, findAdAccountList, forgetAdAccountList, storeAdAccountList } from '@carillon/database'
import { type AdAccount, fullAdAccountId } from '@carillon/domain'
import type { Context } from '../context.ts'
import { writeNow } from '../journal/write-now.ts'
import type { UseCase } from '../request.ts'
import { retryStorageFailures } from '../storage-failure.ts'
import { adAccountCreateKind } from './ad-account-create-kind.ts'
import { type AdsConnection, type AdsRequest, adsConnection, callAds } from './call-ads.ts'

/** Milliseconds for which a list of ad accounts is reused. */
const reuseMs = 15 * 60_000

type Calls = Pick<AdsRequest, 'requestId' | 'signal'>

/** Milliseconds after which a read that several requests share is given up. Each request has a deadline of its own. */
const sharedReadMs = 120_000

/**
 * Reads the cached list of ad accounts. `fetchedAt` is when it was read from the network; if it was discarded,
 * `adAccounts` is null and `fetchedAt` is when that happened. Undefined if that is more than 15 minutes ago or before
 * the last change of the account, such as a reconnection.
 */
function storedList(context: Context, { account }: AdsConnection) {
  const oldest = new Date(context.now().getTime() - reuseMs)
  const since = account.updatedAt > oldest ? account.updatedAt : oldest
  return findAdAccountList(context.db, { accountId: account.id, since })
}

/** Reads the list of ad accounts from the network and stores it. */
async function fetchList(context: Context, request: Calls, connection: AdsConnection): Promise<AdAccountList> {
  const fetchedAt = context.now()
  const adAccounts = await callAds(context, request, connection, (port, call) => port.listAdAccounts(call))
  await storeAdAccountList(context.db, { accountId: connection.account.id, adAccounts, fetchedAt })
  return { adAccounts, fetchedAt }
}

/**
 * Returns the stored list of ad accounts if it may be reused, otherwise a new one from the network. Requests of this
 * process that need it at the same time share one read, unless the list was discarded after the read began.
 */
async function readList(context: Context, request: Calls, connection: AdsConnection): Promise<AdAccountList> {
  const stored = await storedList(context, connection)
  if (stored?.adAccounts) return stored
  const { id, updatedAt: connectedAt } = connection.account
  return context.state.adAccountReads.read({
    key: JSON.stringify([id, connectedAt, stored?.fetchedAt]),
    signal: request.signal,
    deadlineMs: sharedReadMs,
    work: (signal) => fetchList(context, { ...request, signal }, connection),
  })
}

/**
 * Returns the currency and time zone of an ad account, which never change: from the cached list of ad accounts,
 * otherwise read from the network.
 * @throws ServiceError `ad_account_not_found` if it does not exist or the user cannot access it; the errors of
 *   `callAds`
 */
export async function adAccountFacts(
  context: Context,
  request: Calls,
  { connection, adAccountId }: { connection: AdsConnection; adAccountId: string },
): Promise<Pick<AdAccount, 'id' | 'currency' | 'timezone'>> {
  const stored = await storedList(context, connection)
  const known = stored?.adAccounts?.find(({ id }) => id === adAccountId)
  return known ?? callAds(context, request, connection, (port, call) => port.readAdAccount(call, adAccountId))
}

/**
 * Lists the ad accounts of a connection. The list is cached in the database for up to 15 minutes, until an ad account
 * is created or changed through the API or the account changes; `fetchedAt` is when it was read from the network.
 * @throws ServiceError the errors of `adsConnection` and `callAds`
 */
export const listAdAccounts: UseCase<'ads.accounts.list'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'read')
  const { adAccounts, fetchedAt } = await readList(context, request, connection)
  return { status: 200, body: { adAccounts, fetchedAt: fetchedAt.toISOString() } }
}

/**
 * Reads one ad account from the network.
 * @throws ServiceError `ad_account_not_found`
 */
export const getAdAccount: UseCase<'ads.accounts.get'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'read')
  const id = fullAdAccountId(request.input.params.adAccountId)
  const adAccount = await callAds(context, request, connection, (port, call) => port.readAdAccount(call, id))
  return { status: 200, body: { adAccount, fetchedAt: context.now().toISOString() } }
}

/**
 * Creates an ad account in a business. This is an external write; the request waits for its result. If the network's
 * response is lost, the call is not repeated, so that no second ad account is created. The cached list of ad accounts
 * is discarded, also if the creation failed.
 * @throws ServiceError the errors of `adsConnection` and `writeNow`
 */
export const createAdAccount: UseCase<'ads.accounts.create'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'create-account')
  const { businessId, name, currency, timezoneId, endAdvertiser, mediaAgency, partner } = request.input.body
  const input = {
    ...{ businessId, name, currency, timezoneId },
    ...{ endAdvertiser: endAdvertiser ?? 'NONE', mediaAgency: mediaAgency ?? 'NONE', partner: partner ?? 'NONE' },
  }
  const { grant, requestId, signal } = request
  const { account } = connection
  const write = { kind: adAccountCreateKind, account, grant, requestId, signal, payload: input }
  const adAccount = await changing(context, connection, () => writeNow(context, write))
  return { status: 201, body: { adAccount: inOrder(adAccount) } }
}

/**
 * Changes an ad account at the network (such as its name or spend cap), and discards the cached list of ad accounts,
 * also if the change failed.
 * @throws ServiceError `ad_account_not_found`
 */
export const updateAdAccount: UseCase<'ads.accounts.update'> = async (context, request) => {
  const { accountId: _account, profileId: _profile, ...change } = request.input.body
  const connection = await adsConnection(context, request, 'write')
  const id = fullAdAccountId(request.input.params.adAccountId)
  const adAccount = await changing(context, connection, () =>
    callAds(context, request, connection, (port, call) => port.updateAdAccount(call, id, change)),
  )
  return { status: 200, body: { adAccount } }
}

/** Restores the documented order of the fields, which the database does not keep. */
function inOrder({ id, name, status, disableReason, currency, timezone, timezoneId, ...rest }: AdAccount): AdAccount {
  const { amountSpent, balance, spendCap, minDailyBudget, business } = rest
  const known = { id, name, status, disableReason, currency, timezone, timezoneId }
  return { ...known, amountSpent, balance, spendCap, minDailyBudget, business }
}

/** How long in ms discarding the stored list is retried while the database fails. */
const maxForgetMs = 2_000

/**
 * Runs a change of ad accounts and then discards the cached list of them, even if the change failed. If the list cannot
 * be discarded, the error is only logged and the list is reused for up to 15 minutes: a thrown database error would
 * tell the client that it is safe to repeat the change.
 */
async function changing<T>(context: Context, { account }: AdsConnection, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } finally {
    const forget = () => forgetAdAccountList(context.db, account.id, context.now())
    await retryStorageFailures(maxForgetMs, forget).catch((err: unknown) => {
      context.log.error({ accountId: account.id, err }, 'list of ad accounts not discarded')
    })
  }
}
