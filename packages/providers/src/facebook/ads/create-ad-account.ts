import type { AdAccount } from '@carillon/domain'
import type { JsonObject } from '../../call-context.ts'
import { countOf, type Fields, idOf, textOf } from '../../json.ts'
import type { NewAdAccount } from '../../ports/ads.ts'
import type { OpenCommit, Verdict, WriteCall, WritePort, WriteStep } from '../../ports/write.ts'
import { requiredId } from '../../required-fields.ts'
import type { FacebookCredentials } from '../credentials.ts'
import { readAdAccount } from './accounts.ts'
import { callAds } from './client.ts'
import { readAdsList } from './list.ts'

type Call = WriteCall<NewAdAccount, FacebookCredentials>

interface NewAccountState extends JsonObject {
  /**
   * Ids of the business's ad accounts that had the name, currency and time zone of the new one before the call; null
   * until they have been read.
   */
  before: string[] | null
  id: string | null
}

/**
 * Returns the ids of the business's ad accounts with the name, currency and time zone of the new one. Meta accepts no
 * marker for an ad account, and its name is visible to users.
 * @see https://developers.facebook.com/docs/marketing-api/reference/business/owned_ad_accounts (read 2026-11-20)
 */
async function lookalikes(call: Call): Promise<string[]> {
  const { businessId, name, currency, timezoneId } = call.input
  const { items } = await readAdsList(call, {
    purpose: 'create-account',
    adAccountId: null,
    absent: 'ad_object_not_found',
    path: `/${businessId}/owned_ad_accounts`,
    operation: 'ads.account.list',
    query: { fields: 'id,name,currency,timezone_id' },
    sizes: [200, 50],
  })
  const isAlike = (raw: Fields) =>
    textOf(raw['name'])?.trim() === name.trim() &&
    textOf(raw['currency']) === currency &&
    countOf(raw['timezone_id']) === timezoneId
  return items.filter(isAlike).flatMap((raw) => idOf(raw['id']) ?? [])
}

async function advance(call: Call, state: NewAccountState): Promise<WriteStep<NewAccountState, AdAccount>> {
  if (state.before === null) return { kind: 'next', state: { ...state, before: await lookalikes(call) } }
  if (state.id === null) return { kind: 'commit', step: 'ad_account' }
  return { kind: 'done', result: await readAdAccount(call, state.id) }
}

/**
 * Makes the call that creates the ad account, and returns the state with its id.
 * @see https://developers.facebook.com/docs/marketing-api/reference/business/adaccount (read 2026-11-20)
 */
async function commit(call: Call, state: NewAccountState): Promise<NewAccountState> {
  const { businessId, name, currency, timezoneId, endAdvertiser, mediaAgency, partner } = call.input
  const body = await callAds(call, {
    purpose: 'create-account',
    adAccountId: null,
    absent: 'ad_object_not_found',
    method: 'POST',
    path: `/${businessId}/adaccount`,
    operation: 'ads.account.create',
    form: {
      name,
      currency,
      timezone_id: timezoneId,
      end_advertiser: endAdvertiser,
      media_agency: mediaAgency,
      partner,
    },
  })
  return { ...state, id: requiredId(body) }
}

/**
 * Searches for the new ad account after a lost response: the one with its name, currency and time zone that did not
 * exist before the call. Returns `absent` without one, and `undecidable` if there are several.
 */
async function reconcile(
  call: Call,
  state: NewAccountState,
  { claimed }: OpenCommit,
): Promise<Verdict<NewAccountState>> {
  const before = new Set(state.before)
  const added = (await lookalikes(call)).filter((id) => !before.has(id) && !claimed.has(id))
  const [id] = added
  if (id === undefined) return { kind: 'absent' }
  if (added.length === 1) return { kind: 'done', state: { ...state, id } }
  return { kind: 'undecidable', reason: 'several ad accounts of this name were created at the same time.' }
}

/**
 * The external write that creates an ad account in a business. If the response was lost, the business's ad accounts are
 * searched for the new one: it did not exist before the call and has the requested name, currency and time zone.
 */
export const createAdAccount: WritePort<NewAdAccount, NewAccountState, AdAccount, FacebookCredentials> = {
  settling: { callSeconds: 30, seconds: 10, maxProbes: 2, probeIntervalSeconds: 5 },
  begin: () => ({ before: null, id: null }),
  advance,
  commit,
  reconcile,
  // Which ad accounts existed before the call has to be known.
  async recover(call, state, open) {
    if (state.id !== null) return { kind: 'done', state }
    if (state.before !== null) return reconcile(call, state, open)
    return { kind: 'undecidable', reason: 'it is not known which ad accounts existed before.' }
  },
  leftovers: ({ id }) => (id === null ? [] : [{ kind: 'ad_account', id }]),
}
