import type { JsonObject } from '../call-context.ts'

export interface State extends JsonObject {
  /** Containers of the images, in the order of the post. */
  items: string[]
  /** Whether all of them are ready to go into a carousel. */
  ready: boolean
  /** The carousel's container. */
  carousel: string | null
  /** How often what comes next was found unfinished. */
  polls: number
  /** How often Instagram was not ready to use a container that it called finished. */
  early: number
  /** Whether to pause before looking again. */
  rest: boolean
  /** How often the image that comes next could not be fetched from us. */
  unfetched: number
  /** How often all containers were recreated because one of them said so of its image. */
  refetches?: number
  /** How often all containers were recreated. */
  renewals: number
  /**
   * Set when the answer to a publishing call of these containers was lost: since when, and which posts other publishes
   * made meanwhile.
   */
  lost: { since: string; claimed: string[] } | null
  /** Instagram says that it is out, but its id is not known yet. */
  out: boolean
  mediaId: string | null
}

export function freshState(): State {
  return {
    items: [],
    ready: false,
    carousel: null,
    polls: 0,
    early: 0,
    rest: false,
    unfetched: 0,
    renewals: 0,
    lost: null,
    out: false,
    mediaId: null,
  }
}

/** Everything from the beginning, with new containers, once the old ones are known not to be out. */
export function renewed({ renewals, refetches }: State): State {
  return { ...freshState(), renewals: renewals + 1, ...(refetches !== undefined && { refetches }) }
}
