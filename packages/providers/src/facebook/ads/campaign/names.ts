import type { CampaignCall, CampaignState } from './state.ts'

type Named = Pick<CampaignCall, 'input'>
type Marked = Pick<CampaignState, 'marker'>

/** What the names of one write end with. */
export function markOf({ marker }: Marked): string {
  return ` [${marker}]`
}

/** The number of a post within its campaign, as names carry it. */
export function numberOf(place: number): string {
  return ` ${place + 1}`
}

/** The name of a campaign that is being made; it gets its own at the end. */
export function markedName({ input }: Named, state: Marked): string {
  return `${input.name}${markOf(state)}`
}

/** Creatives belong to the ad account, not to the campaign, and keep the marker. */
export function creativeName({ input }: Named, state: Marked, place: number): string {
  return `${input.name}${numberOf(place)}${markOf(state)}`
}

export function adName({ input }: Named, place: number): string {
  return `${input.name}${numberOf(place)}`
}
