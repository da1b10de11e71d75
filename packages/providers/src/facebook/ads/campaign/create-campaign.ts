import type { CreatedCampaign } from '@carillon/domain'
import type { NewCampaign } from '../../../ports/ads.ts'
import type { WritePort, WriteStep } from '../../../ports/write.ts'
import type { FacebookCredentials } from '../../credentials.ts'
import { writeStatus } from '../objects.ts'
import { checkCampaign } from './checks.ts'
import { findCreated } from './find-created.ts'
import { make, rejected, validateAd, validateCampaign } from './make.ts'
import { atOnce, beginCampaign, type CampaignCall, type CampaignState, createdSoFar } from './state.ts'
import { type CampaignStep, nextStep, steps } from './steps.ts'
import { undoStep } from './undo.ts'

/** Activates the campaign's ads and ad set. Nothing is delivered before the campaign itself is active. */
async function activateBelow(call: CampaignCall, { adSetId, adIds }: CampaignState): Promise<void> {
  const { adAccountId } = call.input
  const active = { adAccountId, status: 'active', begun: true } as const
  const ids = adIds.flatMap((id) => id ?? [])
  for (let first = 0; first < ids.length; first += atOnce) {
    const group = ids.slice(first, first + atOnce)
    await Promise.all(group.map((id) => writeStatus(call, { ...active, id, kind: 'ad' })))
  }
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
    await validateCampaign(call, state)
    return { kind: 'next', state: { ...state, rehearsed: true } }
  }
  if (state.rejection) throw rejected(state.rejection)
  const step = nextStep(call, state)
  if (step === 'creative' && !state.adRehearsed && state.creativeIds.length === 0) {
    await validateAd(call, state)
    return { kind: 'next', state: { ...state, adRehearsed: true } }
  }
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
 * The external write that creates a campaign with one ad set, and one creative and one ad for each post. Everything is
 * created paused, creatives and ads several at a time, and the campaign under a temporary name. The last call sets the
 * campaign's final name and status; if it is to be active, its ads and ad set are activated before.
 */
export const createCampaign: WritePort<NewCampaign, CampaignState, CreatedCampaign, FacebookCredentials> = {
  // After a lost response the network is read ten seconds later, and twice before the call is repeated.
  settling: { callSeconds: 30, seconds: 10, maxProbes: 2, probeIntervalSeconds: 5 },
  begin: ({ random }) => beginCampaign(random),
  advance,
  commit: (call, state, name) => make(call, state, asStep(name)),
  reconcile: (call, state, { step }) => findCreated(call, state, asStep(step)),
  undo(state) {
    return createdSoFar(state).length === 0 ? null : { ...state, undo: { rounds: 0, deleted: [], over: false } }
  },
  leftovers: createdSoFar,
}
