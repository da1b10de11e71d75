import {
  type AdAccount,
  type AdAccountStatus,
  type Business,
  currencyOffset,
  decimalOfMinor,
  fullAdAccountId,
} from '@carillon/domain'
import { ProviderError, readAfterChange } from '../../error-rules.ts'
import { countOf, type Fields, idOf, objectOf, textOf, timeOf } from '../../json.ts'
import { requiredText } from '../../meta/graph.ts'
import type { AdAccountChange } from '../../ports/ads.ts'
import { requiredId } from '../../required-fields.ts'
import type { FacebookCall } from '../credentials.ts'
import { callAds } from './client.ts'
import { readAdsList } from './list.ts'

const accountFields = [
  ...['id', 'name', 'account_status', 'disable_reason', 'currency', 'timezone_name', 'timezone_id', 'amount_spent'],
  ...['balance', 'spend_cap', 'min_daily_budget', 'business{id,name}'],
].join(',')

const businessFields = 'id,name,verification_status,created_time,timezone_id,primary_page{id,name}'

/**
 * The status of an ad account, keyed by Meta's number. A number without a row becomes `unknown`.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-account (read 2026-11-28)
 */
const statusOf: Readonly<Record<number, AdAccountStatus>> = {
  1: 'active',
  2: 'disabled',
  3: 'unsettled',
  7: 'pending_risk_review',
  8: 'pending_settlement',
  9: 'in_grace_period',
  100: 'pending_closure',
  101: 'closed',
}

/**
 * The reason for which Meta disabled an ad account, keyed by Meta's number. A number without a row becomes `other`.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-account (read 2026-11-28)
 */
const disableReasonOf: Readonly<Record<number, string>> = {
  1: 'ads_integrity_policy',
  2: 'ads_ip_review',
  3: 'risk_payment',
  4: 'gray_account_shut_down',
  5: 'ads_afc_review',
  6: 'business_integrity_rar',
  7: 'permanent_close',
  8: 'unused_reseller_account',
  9: 'unused_account',
  10: 'umbrella_ad_account',
  11: 'business_manager_integrity_policy',
  12: 'misrepresented_ad_account',
  13: 'aoab_deshare_legal_entity',
  14: 'ctx_thread_review',
  15: 'compromised_ad_account',
}

/**
 * Returns an amount of money as a whole number of the currency's minor unit, in which Meta sends it. Null if it is
 * missing or not a whole number, and for `"0"`, which Meta returns if no amount is set.
 */
export function amountOrNone(value: unknown): number | null {
  return countOf(value) || null
}

function named(value: unknown): { id: string; name: string | null } | null {
  const { id, name } = objectOf(value)
  const known = idOf(id)
  return known === null ? null : { id: known, name: textOf(name) }
}

/** Converts an ad account of the Marketing API. Amounts stay integers in the currency's minor unit. */
function adAccountOf(raw: Fields): AdAccount {
  const reason = countOf(raw['disable_reason']) ?? 0
  return {
    id: fullAdAccountId(requiredId(raw)),
    name: textOf(raw['name']),
    status: statusOf[countOf(raw['account_status']) ?? 0] ?? 'unknown',
    disableReason: reason === 0 ? null : (disableReasonOf[reason] ?? 'other'),
    currency: requiredText(raw, 'currency'),
    timezone: textOf(raw['timezone_name']),
    timezoneId: countOf(raw['timezone_id']),
    amountSpent: countOf(raw['amount_spent']),
    balance: amountOrNone(raw['balance']),
    spendCap: amountOrNone(raw['spend_cap']),
    minDailyBudget: countOf(raw['min_daily_budget']),
    business: named(raw['business']),
  }
}

function businessOf(raw: Fields): Business {
  return {
    id: requiredId(raw),
    name: textOf(raw['name']),
    verificationStatus: textOf(raw['verification_status'])?.toLowerCase() ?? null,
    timezoneId: countOf(raw['timezone_id']),
    primaryPage: named(raw['primary_page']),
    createdAt: timeOf(raw['created_time']),
  }
}

async function readAccountList(call: FacebookCall, path: string): Promise<AdAccount[]> {
  const { items } = await readAdsList(call, {
    purpose: 'read',
    adAccountId: null,
    absent: 'provider_error',
    path,
    operation: 'ads.account.list',
    query: { fields: accountFields },
    sizes: [200, 50],
  })
  return items.map(adAccountOf)
}

/**
 * Reads from Meta the businesses that the user can access; an empty list without any.
 * @throws ProviderError `ads_permission_required` if Meta rejects the call because a permission is missing
 * @see https://developers.facebook.com/docs/graph-api/reference/user/businesses (read 2026-11-20)
 */
export async function listBusinesses(call: FacebookCall): Promise<Business[]> {
  const { items } = await readAdsList(call, {
    purpose: 'businesses',
    adAccountId: null,
    absent: 'provider_error',
    path: '/me/businesses',
    operation: 'businesses.list',
    query: { fields: businessFields },
    sizes: [100, 25],
  })
  return items.map(businessOf)
}

/**
 * Reads the ad accounts that a business owns or manages for clients. Either list is skipped if Meta rejects the call,
 * since its ad accounts may also be in the user's own list.
 * @throws ProviderError if Meta rejects the access token, limits the rate or does not respond
 */
async function accountsOfBusiness(call: FacebookCall, { id }: Business): Promise<AdAccount[]> {
  const lists = ['owned_ad_accounts', 'client_ad_accounts'].map((edge) => readAccountList(call, `/${id}/${edge}`))
  const read = await Promise.allSettled(lists)
  return read.flatMap((list) => {
    if (list.status === 'fulfilled') return list.value
    const { reason } = list
    const unreadable =
      reason instanceof ProviderError && reason.outcome === 'rejected' && reason.code !== 'rate_limited'
    if (unreadable && !reason.tokenRejected) return []
    throw reason
  })
}

/**
 * Reads the ad accounts of the user, then those of the user's businesses if `business_management` was granted. Each is
 * listed once. A business whose ad accounts Meta does not let the user read is skipped.
 * @throws ProviderError `ads_permission_required` if the permission to read the user's ad accounts or businesses is
 *   missing
 * @see https://developers.facebook.com/docs/graph-api/reference/user/adaccounts (read 2026-11-20)
 */
export async function listAdAccounts(call: FacebookCall): Promise<AdAccount[]> {
  const own = await readAccountList(call, '/me/adaccounts')
  const businesses = call.account.scopes.includes('business_management') ? await listBusinesses(call) : []
  const byId = new Map(own.map((account) => [account.id, account]))
  for (const business of businesses) {
    for (const account of await accountsOfBusiness(call, business)) {
      if (!byId.has(account.id)) byId.set(account.id, account)
    }
  }
  return [...byId.values()]
}

/**
 * Reads one ad account with its balance and limits, in the currency's minor unit. The id may lack the prefix `act_`.
 * @param options.begun whether to read although a rate limit is paused, as after a change that was made
 * @throws ProviderError `ad_account_not_found` if it does not exist or the user cannot access it
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account (read 2026-11-20)
 */
export async function readAdAccount(
  call: FacebookCall,
  adAccountId: string,
  { begun = false }: { begun?: boolean } = {},
): Promise<AdAccount> {
  const id = fullAdAccountId(adAccountId)
  return adAccountOf(
    await callAds(call, {
      purpose: 'read',
      begun,
      adAccountId: id,
      absent: 'ad_account_not_found',
      method: 'GET',
      path: `/${id}`,
      operation: 'ads.account.get',
      query: { fields: accountFields },
    }),
  )
}

/**
 * Formats a spend cap, given in the currency's minor unit, as Meta expects it: in units of the currency, such as
 * `23.50`. Meta returns it in minor units.
 * @throws ProviderError `provider_error` if the minor unit of the currency is not known
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-account (read 2026-11-28)
 */
function spendCapParameter(minor: number, currency: string): string {
  const offset = currencyOffset(currency)
  if (offset === undefined) {
    const message = `The minor unit of ${currency} is not known, so that no spend cap can be set in it.`
    throw new ProviderError('provider_error', message, 'not_sent')
  }
  return decimalOfMinor(minor, offset)
}

function spendCapForm(change: AdAccountChange, currency: string) {
  const { spendCap, resetSpend } = change
  const action = spendCap === null ? 'delete' : resetSpend ? 'reset' : undefined
  const cap = typeof spendCap === 'number' ? spendCapParameter(spendCap, currency) : undefined
  return { spend_cap: cap, spend_cap_action: action }
}

/** Returns an ad account as a change leaves it, from what was read before the change. */
function changedFrom(before: AdAccount, { name, spendCap, resetSpend }: AdAccountChange): AdAccount {
  return {
    ...before,
    ...(name !== undefined && { name }),
    ...(spendCap !== undefined && { spendCap }),
    ...(resetSpend && { amountSpent: 0 }),
  }
}

/**
 * Changes an ad account at Meta and returns it as read again after the change; if it cannot be read again, as read
 * before, with the changed fields. Fields that `change` omits keep their values; a spend cap is given in the currency's
 * minor unit.
 * @throws ProviderError `ad_account_not_found` if it does not exist or the user cannot access it; `provider_error` if
 *   `change` sets a spend cap and the minor unit of the currency is not known
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account (read 2026-11-20)
 */
export async function updateAdAccount(
  call: FacebookCall,
  adAccountId: string,
  change: AdAccountChange,
): Promise<AdAccount> {
  const account = await readAdAccount(call, adAccountId)
  await callAds(call, {
    purpose: 'write',
    adAccountId: account.id,
    absent: 'ad_account_not_found',
    method: 'POST',
    path: `/${account.id}`,
    operation: 'ads.account.update',
    form: {
      name: change.name,
      ...spendCapForm(change, account.currency),
      end_advertiser: change.endAdvertiser,
      media_agency: change.mediaAgency,
      partner: change.partner,
      default_dsa_beneficiary: change.dsaBeneficiary,
      default_dsa_payor: change.dsaPayor,
    },
  })
  return (await readAfterChange(readAdAccount(call, account.id, { begun: true }))) ?? changedFrom(account, change)
}
