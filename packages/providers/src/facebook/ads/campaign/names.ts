import type { CampaignCall, CampaignState } from './state.ts'

type Named = Pick<CampaignCall, 'input'>
type Marked = Pick<CampaignState, 'marker'>

/** The suffix of the names of everything that one write creates. */
export function markOf({ marker }: Marked): string {
  return ` [${marker}]`
}

/** The position of a post in its campaign, as it appears in names. */
export function numberOf(place: number): string {
  return ` ${place + 1}`
}

/** The temporary name of a campaign during its creation. The last call gives it its final name. */
export function markedName({ input }: Named, state: Marked): string {
  return `${input.name}${markOf(state)}`
}

/** Creatives belong to the ad account rather than the campaign, and keep the marker in their names. */
export function creativeName({ input }: Named, state: Marked, place: number): string {
  return `${input.name}${numberOf(place)}${markOf(state)}`
}

/** The name of the ad at a place, counted from 0, among the ads of a campaign. */
export function adName({ input }: Named, place: number): string {
  return `${input.name}${numberOf(place)}`
}
