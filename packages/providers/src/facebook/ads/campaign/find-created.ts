import { idOf, textOf } from '../../../json.ts'
import type { Verdict } from '../../../ports/write.ts'
import { readAdsPages } from '../list.ts'
import type { CampaignCall, CampaignState } from './state.ts'
import { type CampaignStep, stepRows } from './steps.ts'

/** Returns the ids of listed objects by the endings of their names. */
async function idsByEnding(
  call: CampaignCall,
  path: string,
  { step, endings }: { step: CampaignStep; endings: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  await readAdsPages(
    call,
    {
      purpose: 'read',
      adAccountId: call.input.adAccountId,
      absent: 'ad_object_not_found',
      path,
      operation: `ads.${step}.list`,
      query: { fields: 'id,name' },
      sizes: [500, 100],
      begun: true,
    },
    {
      onPage(items) {
        for (const item of items) {
          const id = idOf(item['id'])
          const name = (textOf(item['name']) ?? '').trimEnd()
          const ending = endings.find((one) => name.endsWith(one))
          if (id !== null && ending !== undefined) found.set(ending, id)
        }
      },
    },
  )
  return found
}

/**
 * Finds what a call created whose response was lost, by name. For several parallel calls, finds everything that they
 * created.
 */
export async function findCreated(
  call: CampaignCall,
  state: CampaignState,
  step: CampaignStep,
): Promise<Verdict<CampaignState>> {
  const { edge, parent, ending, places, withMade } = stepRows[step]
  const wanted = places(call, state).map((place) => ({ place, end: ending(state, place) }))
  const endings = wanted.map(({ end }) => end)
  const ids = await idsByEnding(call, `/${parent(call, state)}/${edge}`, { step, endings })
  const found = wanted.reduce((known, { place, end }) => {
    const id = ids.get(end)
    return id === undefined ? known : withMade(known, place, id)
  }, state)
  if (ids.size === wanted.length) return { kind: 'done', state: found }
  return ids.size === 0 ? { kind: 'absent' } : { kind: 'absent', state: found }
}
