import type { GraphCall } from '../../../meta/graph/call.ts'
import { DAY_MS } from '../../../meta/graph/graph-time.ts'
import { allowOnly, type Parameters } from '../../../meta/graph/parameters.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import { offsetOf } from '../currencies.ts'
import { badParameter, rejection } from '../rejections.ts'
import { readParty } from './create.ts'

const CAP_CHANGES_PER_DAY = 10

/**
 * Reads a spend cap, which is sent in units of the currency, such as `23.50`, and returns it in minor units.
 * @throws GraphError with code 100 if `text` is not an amount with at most two decimals
 */
function readCap(text: string, { currency }: AdAccount): number {
  if (!/^\d+(\.\d{1,2})?$/.test(text)) throw badParameter('spend_cap', 'spend_cap is an amount of the currency.')
  return Math.round(Number(text) * offsetOf(currency))
}

function wantedCap(account: AdAccount, parameters: Parameters): number | undefined {
  const action = parameters.text('spend_cap_action')
  const text = parameters.text('spend_cap')
  if (action !== undefined && action !== 'reset' && action !== 'delete') {
    throw badParameter('spend_cap_action', 'spend_cap_action is reset or delete.')
  }
  if (action === 'delete') return 0
  return text === undefined ? undefined : readCap(text, account)
}

function countCapChange(account: AdAccount, now: number): void {
  account.capChanges = account.capChanges.filter((at) => at > now - DAY_MS)
  if (account.capChanges.length >= CAP_CHANGES_PER_DAY) throw rejection('capChanges')
  account.capChanges.push(now)
}

/**
 * Reads the changes of advertiser, agency and partner that a call requests. An id that was set cannot be changed.
 * @throws GraphError with code 100 for a change of an id, and for an invalid value
 */
function partyChanges(account: AdAccount, parameters: Parameters): Partial<AdAccount> {
  const fields = { end_advertiser: 'endAdvertiser', media_agency: 'mediaAgency', partner: 'partner' } as const
  const changes: Partial<AdAccount> = {}
  for (const [field, name] of Object.entries(fields)) {
    const text = parameters.text(field)
    if (text === undefined) continue
    const held = account[name]
    if (/^\d/.test(held) && held !== text) throw badParameter(field, `${field} is set and cannot be changed any more.`)
    changes[name] = readParty(text, field)
  }
  return changes
}

/**
 * Reads the changes of the default beneficiary and payor that a call requests; an empty text removes one.
 * @throws GraphError with code 100 if the ad account would have only one of them
 */
function dsaChanges(account: AdAccount, parameters: Parameters): Pick<AdAccount, 'dsaBeneficiary' | 'dsaPayor'> {
  const changed = (field: string, held: string | null) => (parameters.text(field) ?? held) || null
  const dsaBeneficiary = changed('default_dsa_beneficiary', account.dsaBeneficiary)
  const dsaPayor = changed('default_dsa_payor', account.dsaPayor)
  if ((dsaBeneficiary === null) === (dsaPayor === null)) return { dsaBeneficiary, dsaPayor }
  throw badParameter('default_dsa_payor', 'default_dsa_beneficiary and default_dsa_payor are set and removed together.')
}

/**
 * Handles `POST /act_{id}`: changes the name, spend cap, advertiser, agency, partner or the default beneficiary and
 * payor of an ad account, or resets its amount spent to 0, and returns `{success: true}`. `is_notifications_enabled`
 * has no effect.
 * @throws GraphError if a parameter is invalid, or the spend cap was already changed ten times within the last day
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-account (read 2026-11-28)
 */
export function updateAdAccount(account: AdAccount, call: GraphCall): unknown {
  const { parameters, state } = call
  allowOnly(parameters, [
    ...['name', 'spend_cap', 'spend_cap_action', 'end_advertiser', 'media_agency', 'partner'],
    ...['default_dsa_beneficiary', 'default_dsa_payor', 'is_notifications_enabled'],
  ])
  const cap = wantedCap(account, parameters)
  const changes = { ...partyChanges(account, parameters), ...dsaChanges(account, parameters) }
  const name = parameters.text('name')
  if (name === '') throw badParameter('name', 'An ad account has a name.')
  if (cap !== undefined && cap !== account.spendCap) countCapChange(account, state.now())
  Object.assign(account, {
    ...changes,
    ...(name !== undefined && { name }),
    ...(cap !== undefined && { spendCap: cap }),
    ...(parameters.text('spend_cap_action') === 'reset' && { amountSpent: 0 }),
  })
  return { success: true }
}
