import { ProviderError } from '../../../error-rules.ts'
import type { Fields } from '../../../json.ts'
import type { GraphParameters } from '../../../meta/graph.ts'
import { requiredId } from '../../../required-fields.ts'
import { callAds } from '../client.ts'
import { adDryRunForm } from './requests.ts'
import { atOnce, type CampaignCall, type CampaignState, type StepRejection } from './state.ts'
import { type CampaignStep, stepRows } from './steps.ts'

interface Creation {
  step: CampaignStep
  form: GraphParameters
  /** The name of the operation in metrics and for drift. A dry run has its own, since its response differs. */
  operation: string
  /** True if the call is made even while a rate limit is paused, as in a write that has begun to create objects. */
  begun: boolean
}

async function create(call: CampaignCall, { step, form, operation, begun }: Creation): Promise<Fields> {
  const { adAccountId } = call.input
  return callAds(call, {
    purpose: 'write',
    adAccountId,
    absent: 'ad_account_not_found',
    method: 'POST',
    path: `/${adAccountId}/${stepRows[step].edge}`,
    operation,
    form,
    begun,
  })
}

const dryRunOnly = { execution_options: ['validate_only'] }

/**
 * Makes Meta validate the campaign and all creatives without creating them (a dry run). The ad set and the ads cannot
 * be validated yet, since they reference a campaign and an ad set that do not exist.
 * @throws ProviderError if Meta rejects one of them
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns (read 2026-11-20)
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/adcreatives (read 2026-11-20)
 */
export async function validateCampaign(call: CampaignCall, state: CampaignState): Promise<void> {
  const dryRun = (step: CampaignStep, place: number) => {
    const form = { ...stepRows[step].form(call, state, place), ...dryRunOnly }
    return create(call, { step, form, operation: `ads.${step}.validate`, begun: false })
  }
  await dryRun('campaign', 0)
  const { length } = call.input.postIds
  for (let first = 0; first < length; first += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, length - first) }, (_, at) => first + at)
    await Promise.all(group.map((place) => dryRun('creative', place)))
  }
}

/**
 * Makes Meta validate the first ad (a dry run), after the ad set was created and before any creative is. Meta reports
 * some errors of an ad set only for its ads; at this point only the campaign and its ad set would have to be deleted.
 * @throws ProviderError if Meta rejects the ad
 */
export async function validateAd(call: CampaignCall, state: CampaignState): Promise<void> {
  const form = { ...adDryRunForm(call, state), ...dryRunOnly }
  await create(call, { step: 'ad', form, operation: 'ads.ad.validate', begun: true })
}

function rejectionOf({ code, message, details, retryAfter }: ProviderError): StepRejection {
  // The details are returned as JSON in any case.
  const known = (details ?? null) as StepRejection['details']
  return { code, message, details: known, retryAfter: retryAfter ?? null }
}

/**
 * Converts the rejection of one of the ads or creatives that a step created in parallel, as stored in the campaign's
 * state, to the final error that ends the creation. The objects created so far are then deleted in later steps.
 */
export function rejected({ code, message, details, retryAfter }: StepRejection): ProviderError {
  return new ProviderError(code, message, 'rejected', {
    final: true,
    ...(details !== null && { details }),
    ...(retryAfter !== null && { retryAfter }),
  })
}

function isIndeterminate(thrown: unknown): boolean {
  return !(thrown instanceof ProviderError) || thrown.outcome === 'indeterminate'
}

/**
 * Creates the objects that a step still lacks, up to 10 of them, in parallel, and returns the state with their ids. If
 * some of the calls failed and certainly created nothing, the objects of the others are kept. A rejection is then
 * stored in the state as `rejection` and ends the creation in the next step; after any other failure (nothing was sent,
 * the token needs a refresh) the next step creates the rest.
 * @throws ProviderError if nothing was created, or if the outcome of one of the calls is unknown
 */
export async function make(call: CampaignCall, state: CampaignState, step: CampaignStep): Promise<CampaignState> {
  const { form, places, withMade } = stepRows[step]
  const wanted = places(call, state)
  const made = await Promise.allSettled(
    wanted.map(async (place) => {
      const body = await create(call, {
        step,
        form: form(call, state, place),
        operation: `ads.${step}.create`,
        begun: true,
      })
      return { place, id: requiredId(body) }
    }),
  )
  const failures = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const uncertain = failures.find(isIndeterminate)
  if (uncertain !== undefined) throw uncertain
  const certain = failures.find(({ outcome }) => outcome === 'rejected') ?? failures[0]
  if (failures.length === made.length) throw certain
  const next = made.reduce(
    (known, one) => (one.status === 'fulfilled' ? withMade(known, one.value.place, one.value.id) : known),
    state,
  )
  const rejection = failures.find((one) => one.outcome === 'rejected' && !one.tokenRejected)
  return rejection === undefined ? next : { ...next, rejection: rejectionOf(rejection) }
}
