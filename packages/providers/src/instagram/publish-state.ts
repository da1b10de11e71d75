import type { JsonObject } from '../call-context.ts'

export interface State extends JsonObject {
  /** Container ids of the images, in the order of the post. */
  items: string[]
  /** True once all containers can be added to a carousel. */
  ready: boolean
  /** The container id of the carousel. */
  carousel: string | null
  /** How often the current container was found unfinished. */
  polls: number
  /** How often Instagram rejected a finished container as not ready. */
  early: number
  /** True if the next read has to wait. */
  rest: boolean
  /** How often the current image could not be fetched from our URL. */
  unfetched: number
  /** How often all containers were recreated because an image could not be fetched. */
  refetches?: number
  /** How often all containers were recreated for any reason. */
  renewals: number
  /**
   * Set when the response to publishing these containers was lost: since when, and which posts other publishes created
   * in the meantime.
   */
  lost: { since: string; claimed: string[] } | null
  /** True once Instagram reports the post as published, before its id is known. */
  out: boolean
  mediaId: string | null
}

/** The state of a publish before its first container exists. */
export function initialState(): State {
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

/** The state to start over with new containers, once the old ones are known not to be published. */
export function renewed({ renewals, refetches }: State): State {
  return { ...initialState(), renewals: renewals + 1, ...(refetches !== undefined && { refetches }) }
}
