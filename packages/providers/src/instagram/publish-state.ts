import type { JsonObject } from '../call-context.ts'

/** The stored progress of a publish. A container is Instagram's object for media that is to be published. */
export interface State extends JsonObject {
  /** Container ids of the images, in the order of the post. */
  items: string[]
  /** True once all containers can be added to a carousel. */
  ready: boolean
  /** The container id of the carousel; null until it is created, and for a post of one image. */
  carousel: string | null
  /**
   * The number of consecutive reads that showed the current container as unfinished; once `out` is true, the number of
   * searches for the post.
   */
  polls: number
  /**
   * The number of times Instagram rejected a call because a container that it had reported as finished was not ready.
   */
  early: number
  /** True if the next step has to wait before it calls Instagram. */
  rest: boolean
  /** The number of times Instagram could not fetch the current image from its URL. */
  unfetched: number
  /** The number of times all containers were recreated because an image could not be fetched. */
  refetches?: number
  /** The number of times all containers were recreated for another reason than an image that could not be fetched. */
  renewals: number
  /**
   * Set if the response to publishing these containers was lost: the time of that call, and the ids of posts that other
   * publishes are known to have created.
   */
  lost: { since: string; claimed: string[] } | null
  /** True once Instagram reports the post as published, whose id may not be known yet. */
  out: boolean
  /** Instagram's id of the published post; null until it is known. */
  mediaId: string | null
}

/**
 * Returns the state of a publish before anything was sent, without containers (Instagram's objects for media that is to
 * be published).
 */
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

/**
 * Returns the state for starting over with new containers (Instagram's objects for media that is to be published), for
 * another reason than an image that could not be fetched: the initial state, but with `renewals` increased by one and
 * `refetches` kept. Call it only if the old containers are known not to be published.
 */
export function renewed({ renewals, refetches }: State): State {
  return { ...initialState(), renewals: renewals + 1, ...(refetches !== undefined && { refetches }) }
}

/** Returns the container to publish: that of the only image, or that of the carousel; null if it does not exist yet. */
export function publishable({ items, carousel }: State, images: number): string | null {
  return images > 1 ? carousel : (items[0] ?? null)
}
