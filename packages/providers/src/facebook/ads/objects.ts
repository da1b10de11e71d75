import { type AdObjectKind, type AdObjectStatus, type AdStatus, adObjectKinds } from '@carillon/domain'
import { type ErrorRule, ProviderError, readAfterChange } from '../../error-rules.ts'
import { type Fields, idOf } from '../../json.ts'
import { codesOf } from '../../meta/codes.ts'
import { graphSample } from '../../meta/errors.ts'
import type { FacebookCall } from '../credentials.ts'
import { readAdAccount } from './accounts.ts'
import { callAds } from './client.ts'
import { statusWord } from './status-word.ts'

/** For each kind of object, a field that only objects of that kind have. */
const ownField: Readonly<Record<AdObjectKind, string>> = {
  campaign: 'objective',
  adset: 'optimization_goal',
  ad: 'adset_id',
}

const operationOf: Readonly<Record<AdObjectKind, string>> = {
  campaign: 'ads.campaign',
  adset: 'ads.adset',
  ad: 'ads.ad',
}

/**
 * The rule for an object of another kind: Graph rejects a field that the object lacks with code 100 and no subcode.
 */
const otherKindRule: ErrorRule = {
  match: { code: 100 },
  code: 'ad_object_not_found',
  sample: graphSample(100),
}

interface Target {
  adAccountId: string
  id: string
  begun?: boolean
}

function notFound(): ProviderError {
  return new ProviderError('ad_object_not_found', undefined, 'rejected')
}

async function readObject(call: FacebookCall, { adAccountId, id, begun }: Target, kind: AdObjectKind): Promise<Fields> {
  return callAds(call, {
    purpose: 'read',
    adAccountId,
    absent: 'ad_object_not_found',
    rules: [otherKindRule],
    method: 'GET',
    path: `/${id}`,
    operation: `${operationOf[kind]}.get`,
    query: { fields: `id,account_id,status,effective_status,${ownField[kind]}` },
    ...(begun && { begun }),
  })
}

interface Wanted extends Target {
  kinds?: readonly AdObjectKind[]
}

/**
 * Reads an object and checks that it belongs to the ad account: Meta would change any object that the user can access,
 * whichever ad account it belongs to. Returns its kind, and the object with its statuses as Meta returns it. Only if
 * the object is not found, the ad account is read as well, to choose the error.
 * @param wanted.adAccountId the id of the ad account, with `act_`
 * @param wanted.kinds the accepted kinds; all if omitted
 * @param wanted.begun whether to read although a rate limit of the ad account is paused, as in later steps of a write
 * @throws ProviderError `ad_object_not_found` if the ad account has no such object; `ad_account_not_found` if the user
 *   cannot access the ad account
 */
export async function requireInAccount(
  call: FacebookCall,
  wanted: Wanted,
): Promise<{ kind: AdObjectKind; object: Fields }> {
  try {
    return await findInAccount(call, wanted)
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'ad_object_not_found') {
      await readAdAccount(call, wanted.adAccountId)
    }
    throw error
  }
}

async function findInAccount(
  call: FacebookCall,
  { kinds = adObjectKinds, ...target }: Wanted,
): Promise<{ kind: AdObjectKind; object: Fields }> {
  for (const kind of kinds) {
    try {
      const object = await readObject(call, target, kind)
      if (`act_${idOf(object['account_id'])}` !== target.adAccountId) throw notFound()
      return { kind, object }
    } catch (error) {
      // Subcode 33: no object of any kind has this id.
      if (!isOtherKind(error)) throw error
    }
  }
  throw notFound()
}

function isOtherKind(thrown: unknown): boolean {
  const { code, subcode } = codesOf(thrown)
  return code === 100 && subcode === undefined
}

/**
 * Sets the status of a campaign, ad set or ad. Returns its own status and the effective one, which depends on the
 * objects above it as well, as read again after the change; if they cannot be read again, `status` and `unknown`.
 * @throws ProviderError `ad_object_not_found` if the ad account has no such object; `ad_account_not_found` if the user
 *   cannot access the ad account
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group (read 2026-11-20)
 */
export async function setStatus(
  call: FacebookCall,
  { adAccountId, id, status }: { adAccountId: string; id: string; status: AdObjectStatus },
): Promise<AdStatus> {
  const { kind } = await requireInAccount(call, { adAccountId, id })
  await writeStatus(call, { adAccountId, id, kind, status })
  const object = await readAfterChange(readObject(call, { adAccountId, id, begun: true }, kind))
  return {
    id,
    kind,
    status: object ? statusWord(object['status']) : status,
    effectiveStatus: statusWord(object?.['effective_status']),
  }
}

interface StatusChange extends Target {
  kind: AdObjectKind
  status: AdObjectStatus
  /** The new name, set in the same call; unchanged if omitted. */
  name?: string
}

/**
 * Sets an object's status, and its name if one is given, without checking that it belongs to the ad account. Repeating
 * the call has no further effect.
 * @throws ProviderError `ad_object_not_found` if Meta does not know the object or the user cannot access it
 */
export async function writeStatus(call: FacebookCall, change: StatusChange): Promise<void> {
  const { adAccountId, id, kind, status, name, begun } = change
  await callAds(call, {
    purpose: 'write',
    adAccountId,
    absent: 'ad_object_not_found',
    method: 'POST',
    path: `/${id}`,
    operation: `${operationOf[kind]}.update`,
    form: { name, status: status.toUpperCase() },
    ...(begun && { begun }),
  })
}

/**
 * Deletes an object and everything below it, without checking that it belongs to the ad account. `begun` is true for a
 * step of a write that has begun, which a paused rate limit does not stop; `operation` names the call in logs.
 * @throws ProviderError `ad_object_not_found` if Meta does not know the object or the user cannot access it
 */
export async function deleteObject(
  call: FacebookCall,
  { adAccountId, id, begun, operation }: Target & { operation: string },
): Promise<void> {
  await callAds(call, {
    purpose: 'write',
    adAccountId,
    absent: 'ad_object_not_found',
    method: 'DELETE',
    path: `/${id}`,
    operation,
    ...(begun && { begun }),
  })
}

/**
 * Deletes a campaign of the ad account; does nothing if it is already deleted. If the response was lost, the campaign
 * is read again, and the deletion counts as done if the campaign is gone. If that cannot be read, it may be done.
 * @throws ProviderError `ad_object_not_found` if the ad account has no such campaign; `ad_account_not_found` if the
 *   user cannot access the ad account
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group (read 2026-11-20)
 */
export async function deleteCampaign(
  call: FacebookCall,
  { adAccountId, campaignId: id }: { adAccountId: string; campaignId: string },
): Promise<void> {
  const { object } = await requireInAccount(call, { adAccountId, id, kinds: ['campaign'] })
  if (isDeleted(object)) return
  try {
    await deleteObject(call, { adAccountId, id, operation: 'ads.campaign.delete' })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'indeterminate') throw error
    if (!(await readAfterChange(isGone(call, { adAccountId, id, begun: true })))) throw error
  }
}

function isDeleted(object: Fields): boolean {
  return statusWord(object['status']) === 'deleted'
}

/**
 * Reads whether a campaign is deleted, or unknown to Meta, without checking that it belongs to the ad account. Deleted
 * campaigns can still be read by id.
 * @throws ProviderError if Meta rejects the read for another reason than an unknown id, or does not respond
 */
export async function isGone(call: FacebookCall, target: Target): Promise<boolean> {
  try {
    return isDeleted(await readObject(call, target, 'campaign'))
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'ad_object_not_found') return true
    throw error
  }
}
