import { ProviderError } from '../../../error-rules.ts'
import type { WriteStep } from '../../../ports/write.ts'
import { deleteObject } from '../objects.ts'
import { type CampaignCall, type CampaignState, madeSoFar } from './state.ts'

const maxRounds = 3
const pauseSeconds = 2

type Fate = 'gone' | 'failed' | 'stays'

async function remove(call: CampaignCall, { kind, id }: { kind: string; id: string }): Promise<Fate> {
  const { adAccountId } = call.input
  try {
    await deleteObject(call, { adAccountId, id, begun: true, operation: `ads.${kind}.delete` })
    return 'gone'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.code === 'ad_object_not_found') return 'gone'
    return error.outcome === 'rejected' ? 'stays' : 'failed'
  }
}

/**
 * Deletes what was made, the campaign with everything below it and then the creatives. What fails is tried twice more;
 * what is left then is named to the caller.
 *
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group (read 2026-11-20)
 */
export async function undoStep(
  call: CampaignCall,
  state: CampaignState,
): Promise<WriteStep<CampaignState, never> | null> {
  const { undo } = state
  if (undo === null || undo.over) return null
  const deleted = [...undo.deleted]
  const fates: Fate[] = []
  for (const made of madeSoFar(state)) {
    const fate = await remove(call, made)
    fates.push(fate)
    if (fate === 'gone') deleted.push(made.id)
  }
  const rounds = undo.rounds + 1
  const over = !fates.includes('failed') || rounds >= maxRounds
  const next = { ...state, undo: { rounds, deleted, over } }
  return over ? { kind: 'next', state: next } : { kind: 'wait', state: next, seconds: pauseSeconds, accepted: false }
}
