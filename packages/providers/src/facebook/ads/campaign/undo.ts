import { ProviderError } from '../../../error-rules.ts'
import { textOf } from '../../../json.ts'
import type { Leftover, WriteStep } from '../../../ports/write.ts'
import { callAds } from '../client.ts'
import { deleteObject, isGone } from '../objects.ts'
import { defaultWaitSeconds } from '../usage.ts'
import { markOf } from './names.ts'
import { atOnce, type CampaignCall, type CampaignState, createdSoFar } from './state.ts'

const maxRounds = 3
const pauseSeconds = 2
/**
 * How many rounds may end because of Meta's rate limits. Meta blocks an ad account for up to five minutes and resets
 * its counters hourly.
 */
const maxThrottledRounds = 15

/**
 * The outcome of deleting an object. `gone`: it no longer exists, or belongs to an earlier campaign and is kept.
 * `failed`: the call is worth repeating. `stays`: Meta rejected the deletion, or does not report to which campaign the
 * object belongs. `throttled`: a rate limit was reached; `seconds` is the time to wait.
 */
type Fate = { kind: 'gone' | 'failed' | 'stays' } | { kind: 'throttled'; seconds: number }

/**
 * Reads whether a creative was created by this campaign (`own`) or an earlier one (`other`); `unknown` if Meta reports
 * no name. Meta does not create a second creative of equal content but returns the existing one, with the name that an
 * earlier campaign gave it.
 * @see https://github.com/facebook/facebook-java-business-sdk/issues/499 (read 2026-11-23)
 */
async function ownerOf(call: CampaignCall, state: CampaignState, id: string): Promise<'own' | 'other' | 'unknown'> {
  const creative = await callAds(call, {
    purpose: 'read',
    adAccountId: call.input.adAccountId,
    absent: 'ad_object_not_found',
    method: 'GET',
    path: `/${id}`,
    operation: 'ads.creative.get',
    query: { fields: 'id,name' },
    begun: true,
  })
  const name = textOf(creative['name'])
  if (name === null) return 'unknown'
  return name.includes(markOf(state)) ? 'own' : 'other'
}

async function remove(call: CampaignCall, state: CampaignState, { kind, id }: Leftover): Promise<Fate> {
  const { adAccountId } = call.input
  try {
    const owner = kind === 'creative' ? await ownerOf(call, state, id) : 'own'
    if (owner !== 'own') return { kind: owner === 'other' ? 'gone' : 'stays' }
    await deleteObject(call, { adAccountId, id, begun: true, operation: `ads.${kind}.delete` })
    return { kind: 'gone' }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.code === 'ad_object_not_found') return { kind: 'gone' }
    if (error.code === 'rate_limited') return { kind: 'throttled', seconds: error.retryAfter ?? defaultWaitSeconds }
    if (error.outcome !== 'rejected') return { kind: 'failed' }
    return { kind: kind === 'campaign' && (await isDeletedNow(call, id)) ? 'gone' : 'stays' }
  }
}

/**
 * Returns whether the campaign has been deleted although Meta rejected its deletion, as it rejects most changes of a
 * deleted one: the response to an earlier deletion was lost. False if that cannot be read.
 */
function isDeletedNow(call: CampaignCall, id: string): Promise<boolean> {
  const { adAccountId } = call.input
  return isGone(call, { adAccountId, id, begun: true }).catch(() => false)
}

/**
 * Returns the groups that are deleted in parallel: first the campaign, whose ad set and ads are deleted with it, then
 * the creatives.
 */
function groupsOf(state: CampaignState): Leftover[][] {
  const made = createdSoFar(state)
  const campaigns = made.filter(({ kind }) => kind === 'campaign')
  const others = made.filter(({ kind }) => kind !== 'campaign')
  const groups = Array.from({ length: Math.ceil(others.length / atOnce) }, (_, at) =>
    others.slice(at * atOnce, (at + 1) * atOnce),
  )
  return [campaigns, ...groups]
}

/**
 * Tries to delete each object once. Stops after a group of parallel calls in which a rate limit was reached. `deleted`
 * are the ids of the objects with the outcome `gone`.
 */
async function removeAll(call: CampaignCall, state: CampaignState): Promise<{ deleted: string[]; fates: Fate[] }> {
  const deleted: string[] = []
  const fates: Fate[] = []
  for (const group of groupsOf(state)) {
    const ended = await Promise.all(group.map((made) => remove(call, state, made)))
    fates.push(...ended)
    deleted.push(...group.filter((_, at) => ended[at]?.kind === 'gone').map(({ id }) => id))
    if (ended.some(({ kind }) => kind === 'throttled')) break
  }
  return { deleted, fates }
}

/**
 * Makes one round of deleting the objects that the campaign created; creatives of earlier campaigns are kept. Returns
 * the next step of the write: to wait for another round if a rate limit stopped a call, or if a call failed otherwise
 * than by a rejection of Meta. Deleting is over after three rounds with failed calls or 15 rounds with rate limits.
 * Returns null if nothing is to be undone or if deleting is over; objects that could not be deleted are then listed in
 * the error of the write.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group (read 2026-11-20)
 */
export async function undoStep(
  call: CampaignCall,
  state: CampaignState,
): Promise<WriteStep<CampaignState, never> | null> {
  const { undo } = state
  if (undo === null || undo.over) return null
  const { deleted, fates } = await removeAll(call, state)
  const waits = fates.flatMap((fate) => (fate.kind === 'throttled' ? [fate.seconds] : []))
  const throttled = (undo.throttled ?? 0) + (waits.length > 0 ? 1 : 0)
  const rounds = undo.rounds + (fates.some(({ kind }) => kind === 'failed') ? 1 : 0)
  const open = fates.some(({ kind }) => kind === 'failed' || kind === 'throttled')
  const over = !open || rounds >= maxRounds || throttled >= maxThrottledRounds
  const next = { ...state, undo: { rounds, throttled, deleted: [...undo.deleted, ...deleted], over } }
  if (over) return { kind: 'next', state: next }
  return { kind: 'wait', state: next, seconds: Math.max(pauseSeconds, ...waits), accepted: false }
}
