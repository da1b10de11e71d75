import type { CampaignCall, CampaignState } from './state.ts'

type Named = Pick<CampaignCall, 'input'>

/** The name of a campaign that is being made; it gets its own at the end. */
export function markedName({ input }: Named, { marker }: CampaignState): string {
  return `${input.name} [${marker}]`
}

/** Creatives belong to the ad account, not to the campaign, and keep the marker. */
export function creativeName({ input }: Named, { marker }: CampaignState, index: number): string {
  return `${input.name} ${index + 1} [${marker}]`
}

export function adName({ input }: Named, index: number): string {
  return `${input.name} ${index + 1}`
}
