/** The maximum number of simultaneous attempts of a process to endpoints that respond, or whose speed is not known. */
const fastPlaces = 512

/**
 * The maximum number of simultaneous attempts to endpoints whose last attempt failed or was slow, and of attempts that
 * have become slow.
 */
const slowPlaces = 1_024

/**
 * Carillon's limit of simultaneous attempts of one process to all webhook endpoints together: 512 to those that respond
 * and 1,024 to those whose last attempt failed or was slow.
 */
export const maxAttempts = fastPlaces + slowPlaces

/** Milliseconds after which an attempt counts as slow. */
const slowAfterMs = 500

const maxOfEndpoint = 16
const maxOfOrganization = 128

/** The maximum number of endpoints whose state is kept in memory without an attempt in flight. */
const maxRemembered = 10_000

interface EndpointPlaces {
  inFlight: number
  /** The maximum number of simultaneous attempts to the endpoint. */
  limit: number
  isSlow: boolean
  /** When the last slow attempt ended; null without one. */
  slowUntil: Date | null
  /** The number of attempts in flight that keep others from beginning. */
  blocks: number
}

interface Owner {
  /** The id of the endpoint. */
  id: string
  organizationId: string
}

export interface Places {
  /**
   * Returns the number of free places for fast attempts or for slow ones, whichever is larger; 0 if no attempt may
   * begin.
   */
  free(): number
  /**
   * Returns the ids of endpoints and organizations that may not begin another attempt now; of the endpoints, only those
   * whose state is in memory.
   */
  full(): { endpoints: string[]; organizations: string[] }
  /** Returns how many attempts may begin, keyed by endpoint id; endpoints that may begin none are left out. */
  divide(endpoints: readonly Owner[]): Map<string, number>
  /** Takes a place for an attempt. Call the returned function at the end of the attempt, with whether it succeeded. */
  enter(owner: Owner): (succeeded: boolean) => void
  /** Lets no attempt to an endpoint begin until the returned function is called. Call it during an attempt. */
  block(endpointId: string): () => void
  isBlocked(endpointId: string): boolean
  /**
   * Returns whether a slow attempt to an endpoint ended after a time, as far as this process remembers: what was due at
   * that time may have waited for it.
   */
  wasSlowAfter(endpointId: string, time: Date): boolean
  inFlight(): number
}

const freeOf = ({ inFlight, limit, blocks }: EndpointPlaces) => (blocks > 0 ? 0 : Math.max(0, limit - inFlight))

class ProcessPlaces implements Places {
  readonly #now: () => Date
  readonly #endpoints = new Map<string, EndpointPlaces>()
  readonly #organizations = new Map<string, number>()
  readonly #used = { fast: 0, slow: 0 }

  constructor(now: () => Date) {
    this.#now = now
  }

  #stateOf(id: string): EndpointPlaces {
    return this.#endpoints.get(id) ?? { inFlight: 0, limit: 1, isSlow: false, slowUntil: null, blocks: 0 }
  }

  #freeIn(isSlow: boolean): number {
    return isSlow ? slowPlaces - this.#used.slow : fastPlaces - this.#used.fast
  }

  #freeOfOrganization(id: string): number {
    return maxOfOrganization - (this.#organizations.get(id) ?? 0)
  }

  #count({ id, organizationId }: Owner, by: number): void {
    const state = this.#stateOf(id)
    state.inFlight += by
    this.#endpoints.set(id, state)
    const ofOrganization = (this.#organizations.get(organizationId) ?? 0) + by
    if (ofOrganization === 0) this.#organizations.delete(organizationId)
    else this.#organizations.set(organizationId, ofOrganization)
  }

  #forget(): void {
    if (this.#endpoints.size <= maxRemembered) return
    for (const [id, { inFlight }] of this.#endpoints) if (inFlight === 0) this.#endpoints.delete(id)
  }

  enter(owner: Owner): (succeeded: boolean) => void {
    this.#count(owner, 1)
    const state = this.#stateOf(owner.id)
    let lane: 'fast' | 'slow' = state.isSlow ? 'slow' : 'fast'
    let becameSlow = false
    this.#used[lane]++
    const timer = setTimeout(() => {
      becameSlow = true
      state.isSlow = true
      state.limit = 1
      if (lane === 'slow' || this.#freeIn(true) <= 0) return
      this.#used.fast--
      this.#used.slow++
      lane = 'slow'
    }, slowAfterMs)
    return (succeeded) => {
      clearTimeout(timer)
      this.#used[lane]--
      state.isSlow = !succeeded || becameSlow
      if (becameSlow) state.slowUntil = this.#now()
      state.limit = state.isSlow ? 1 : Math.min(maxOfEndpoint, state.limit + 1)
      this.#count(owner, -1)
      this.#forget()
    }
  }

  block(endpointId: string): () => void {
    const state = this.#stateOf(endpointId)
    state.blocks++
    return () => {
      state.blocks--
    }
  }

  isBlocked(endpointId: string): boolean {
    return this.#stateOf(endpointId).blocks > 0
  }

  wasSlowAfter(endpointId: string, time: Date): boolean {
    return (this.#stateOf(endpointId).slowUntil ?? time) > time
  }

  free(): number {
    return Math.max(this.#freeIn(false), this.#freeIn(true))
  }

  full(): ReturnType<Places['full']> {
    const isFull = (state: EndpointPlaces) => freeOf(state) === 0 || this.#freeIn(state.isSlow) <= 0
    return {
      endpoints: [...this.#endpoints].filter(([, state]) => isFull(state)).map(([id]) => id),
      organizations: [...this.#organizations.keys()].filter((id) => this.#freeOfOrganization(id) <= 0),
    }
  }

  divide(owners: readonly Owner[]): Map<string, number> {
    const left = { fast: this.#freeIn(false), slow: this.#freeIn(true) }
    const taken = new Map<string, number>()
    const divided = new Map<string, number>()
    for (const { id, organizationId } of owners) {
      const state = this.#stateOf(id)
      const lane = state.isSlow ? 'slow' : 'fast'
      const ofOrganization = this.#freeOfOrganization(organizationId) - (taken.get(organizationId) ?? 0)
      const places = Math.min(freeOf(state), left[lane], ofOrganization)
      if (places <= 0) continue
      left[lane] -= places
      taken.set(organizationId, (taken.get(organizationId) ?? 0) + places)
      divided.set(id, places)
    }
    return divided
  }

  inFlight(): number {
    return this.#used.fast + this.#used.slow
  }
}

/**
 * Creates the places (concurrency slots) for webhook attempts of this process. An endpoint begins with one place, and
 * gets one more with each success, up to 16; a failure or slow response (over 500 ms) reduces it to one. An
 * organization has at most 128. There are 512 places for fast attempts and 1,024 for slow ones, so that endpoints that
 * do not respond take no places from those that do. If the last attempt to the endpoint failed or was slow, the next
 * one starts in a slow place. Any other attempt starts in a fast place and moves to a slow place after 500 ms, if one
 * is free.
 * @param now returns the time at which an attempt ends
 */
export function createPlaces(now = () => new Date()): Places {
  return new ProcessPlaces(now)
}
