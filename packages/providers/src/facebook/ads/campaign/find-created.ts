import { idOf, textOf } from '../../../json.ts'
import type { Verdict } from '../../../ports/write.ts'
import { readAdsPages } from '../list.ts'
import type { CampaignCall, CampaignState } from './state.ts'
import { type CampaignStep, stepRows } from './steps.ts'

/**
 * Reads the objects that a step may have created. Returns their ids, keyed by the position of the post that they belong
 * to.
 */
async function idsByPlace(
  call: CampaignCall,
  state: CampaignState,
  step: CampaignStep,
): Promise<ReadonlyMap<number, string>> {
  const { edge, parent, isNamed, places } = stepRows[step]
  const wanted = places(call, state)
  const found = new Map<number, string>()
  await readAdsPages(
    call,
    {
      purpose: 'read',
      adAccountId: call.input.adAccountId,
      absent: 'ad_object_not_found',
      path: `/${parent(call, state)}/${edge}`,
      operation: `ads.${step}.list`,
      query: { fields: 'id,name' },
      sizes: [500, 100],
      begun: true,
    },
    {
      onPage(items) {
        for (const item of items) {
          const id = idOf(item['id'])
          const name = textOf(item['name']) ?? ''
          const place = wanted.find((one) => isNamed(name, state, one))
          if (id !== null && place !== undefined) found.set(place, id)
        }
      },
    },
  )
  return found
}

/**
 * Searches Meta for the objects created by a step's calls whose response was lost: by name, except the ad set, which is
 * the only one of its campaign. Returns `done` if all of them exist, otherwise `absent`; the returned state contains
 * the ids of those that exist and is omitted if none does.
 * @throws ProviderError if Meta rejects the read or does not respond
 */
export async function findCreated(
  call: CampaignCall,
  state: CampaignState,
  step: CampaignStep,
): Promise<Verdict<CampaignState>> {
  const { places, withMade } = stepRows[step]
  const ids = await idsByPlace(call, state, step)
  const found = [...ids].reduce((known, [place, id]) => withMade(known, place, id), state)
  if (ids.size === places(call, state).length) return { kind: 'done', state: found }
  return ids.size === 0 ? { kind: 'absent' } : { kind: 'absent', state: found }
}
