import type { CreatedCampaign } from '@carillon/domain'
import { idOf } from '../../../json.ts'
import { type GraphParameters, requiredText } from '../../../meta/graph.ts'
import type { NewCampaign } from '../../../ports/ads.ts'
import type { WritePort, WriteStep } from '../../../ports/write.ts'
import type { FacebookCredentials } from '../../credentials.ts'
import { callAds } from '../client.ts'
import { writeStatus } from '../objects.ts'
import { checkCampaign } from './checks.ts'
import { type CampaignStep, findMade, steps, withMade } from './find-made.ts'
import { adForm, adSetForm, campaignForm, creativeForm } from './requests.ts'
import { beginCampaign, type CampaignCall, type CampaignState, madeSoFar } from './state.ts'
import { undoStep } from './undo.ts'

interface Creation {
  edge: string
  form(call: CampaignCall, state: CampaignState): GraphParameters
}

const creations: Readonly<Record<CampaignStep, Creation>> = {
  campaign: { edge: 'campaigns', form: campaignForm },
  adset: { edge: 'adsets', form: adSetForm },
  creative: { edge: 'adcreatives', form: creativeForm },
  ad: { edge: 'ads', form: adForm },
}

async function create(call: CampaignCall, step: CampaignStep, form: GraphParameters) {
  const { adAccountId } = call.input
  return callAds(call, {
    purpose: 'write',
    adAccountId,
    absent: 'ad_account_not_found',
    method: 'POST',
    path: `/${adAccountId}/${creations[step].edge}`,
    operation: `ads.${step}.create`,
    form,
    begun: true,
  })
}

/** What is still to be made, in the order of making. */
function nextStep({ input }: CampaignCall, state: CampaignState): CampaignStep | null {
  const { campaignId, adSetId, creativeIds, adIds } = state
  if (campaignId === null) return 'campaign'
  if (adSetId === null) return 'adset'
  if (creativeIds.length < input.postIds.length) return 'creative'
  return adIds.length < input.postIds.length ? 'ad' : null
}

/** Switches on everything below the campaign. Nothing is delivered before the campaign itself is on. */
async function activateBelow(call: CampaignCall, { adSetId, adIds }: CampaignState): Promise<void> {
  const { adAccountId } = call.input
  const active = { adAccountId, status: 'active', begun: true } as const
  for (const id of adIds) await writeStatus(call, { ...active, id, kind: 'ad' })
  if (adSetId !== null) await writeStatus(call, { ...active, id: adSetId, kind: 'adset' })
}

function created({ input }: CampaignCall, state: CampaignState): CreatedCampaign {
  const { name, status, postIds } = input
  const { campaignId, adSetId, creativeIds, adIds } = state
  const ads = postIds.map((postId, index) => ({
    id: adIds[index] ?? '',
    postId,
    creativeId: creativeIds[index] ?? '',
    status,
  }))
  return { id: campaignId ?? '', name, status, adSetId: adSetId ?? '', ads }
}

async function finish(call: CampaignCall, state: CampaignState): Promise<CampaignState> {
  const { adAccountId, name, status } = call.input
  const { campaignId } = state
  if (status === 'active' && !state.activated) {
    await activateBelow(call, state)
    return { ...state, activated: true }
  }
  if (campaignId !== null) {
    await writeStatus(call, { adAccountId, id: campaignId, kind: 'campaign', status, name, begun: true })
  }
  return { ...state, finished: true }
}

async function advance(call: CampaignCall, state: CampaignState): Promise<WriteStep<CampaignState, CreatedCampaign>> {
  if (state.undo !== null) return (await undoStep(call, state)) ?? { kind: 'done', result: created(call, state) }
  if (state.storyIds === null) return { kind: 'next', state: { ...state, storyIds: await checkCampaign(call) } }
  if (!state.rehearsed) {
    await create(call, 'campaign', { ...campaignForm(call, state), execution_options: ['validate_only'] })
    return { kind: 'next', state: { ...state, rehearsed: true } }
  }
  const step = nextStep(call, state)
  if (step !== null) return { kind: 'commit', step }
  if (!state.finished) return { kind: 'next', state: await finish(call, state) }
  return { kind: 'done', result: created(call, state) }
}

function asStep(name: string): CampaignStep {
  const step = steps.find((known) => known === name)
  if (step) return step
  throw new Error(`a campaign has no step ${name}`)
}

/**
 * Makes a campaign with one ad set and an ad for each post, one object at a time, everything paused. What is to be active is
 * switched on at the end, the campaign last, which gets its own name by the same call.
 */
export const createCampaign: WritePort<NewCampaign, CampaignState, CreatedCampaign, FacebookCredentials> = {
  // A lost response is looked up ten seconds later, and twice before the call is made again.
  settling: { callSeconds: 30, seconds: 10, lookups: 2, spacingSeconds: 5 },
  begin: ({ random }) => beginCampaign(random),
  advance,
  async commit(call, state, name) {
    const step = asStep(name)
    const body = await create(call, step, creations[step].form(call, state))
    return withMade(state, step, idOf(body['id']) ?? requiredText(body, 'id'))
  },
  reconcile: (call, state, { step }) => findMade(call, state, asStep(step)),
  undo(state) {
    return madeSoFar(state).length === 0 ? null : { ...state, undo: { rounds: 0, deleted: [], over: false } }
  },
  leftovers: madeSoFar,
}
