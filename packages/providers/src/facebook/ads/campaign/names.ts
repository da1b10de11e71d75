import type { CampaignCall, CampaignState } from './state.ts'

type Named = Pick<CampaignCall, 'input'>
type Marked = Pick<CampaignState, 'marker'>

/**
 * Returns the suffix, such as ` [3f9a…]`, of the names under which one write creates its campaign and creatives. After
 * a lost response, they are found by it.
 */
export function markOf({ marker }: Marked): string {
  return ` [${marker}]`
}

/**
 * Returns the part of the names of a creative and an ad that contains the number of their post: a space and the number,
 * ` 1` for the first post. `place` is the index of the post in the campaign, counted from 0.
 */
export function numberOf(place: number): string {
  return ` ${place + 1}`
}

/**
 * Returns the name that a campaign has until the last call of its creation sets the final one: the final name, followed
 * by the suffix by which it is found after a lost response, such as `Sale [3f9a…]`.
 */
export function markedName({ input }: Named, state: Marked): string {
  return `${input.name}${markOf(state)}`
}

/**
 * Returns the name of the creative for the post at `place`, counted from 0, such as `Sale 1 [3f9a…]`: the campaign's
 * name, the number of the post from 1, and the suffix by which it is found after a lost response. Unlike the campaign,
 * the creative keeps the suffix, because the ad account also contains the creatives of other campaigns.
 */
export function creativeName({ input }: Named, state: Marked, place: number): string {
  return `${input.name}${numberOf(place)}${markOf(state)}`
}

/**
 * Returns the name of the ad for the post at `place`, counted from 0: the campaign's name and the number of the post
 * from 1, such as `Sale 1`.
 */
export function adName({ input }: Named, place: number): string {
  return `${input.name}${numberOf(place)}`
}
