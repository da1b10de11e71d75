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
  const endpoints = new Map<string, EndpointPlaces>()
  const organizations = new Map<string, number>()
  const used = { fast: 0, slow: 0 }

  const stateOf = (id: string): EndpointPlaces =>
    endpoints.get(id) ?? { inFlight: 0, limit: 1, isSlow: false, slowUntil: null, blocks: 0 }
  const freeIn = (isSlow: boolean) => (isSlow ? slowPlaces - used.slow : fastPlaces - used.fast)
  const freeOf = ({ inFlight, limit, blocks }: EndpointPlaces) => (blocks > 0 ? 0 : Math.max(0, limit - inFlight))
  const freeOfOrganization = (id: string) => maxOfOrganization - (organizations.get(id) ?? 0)

  function count({ id, organizationId }: Owner, by: number): void {
    const state = stateOf(id)
    state.inFlight += by
    endpoints.set(id, state)
    const ofOrganization = (organizations.get(organizationId) ?? 0) + by
    if (ofOrganization === 0) organizations.delete(organizationId)
    else organizations.set(organizationId, ofOrganization)
  }

  function forget(): void {
    if (endpoints.size <= maxRemembered) return
    for (const [id, { inFlight }] of endpoints) if (inFlight === 0) endpoints.delete(id)
  }

  function enter(owner: Owner): (succeeded: boolean) => void {
    count(owner, 1)
    const state = stateOf(owner.id)
    let lane: keyof typeof used = state.isSlow ? 'slow' : 'fast'
    let becameSlow = false
    used[lane]++
    const timer = setTimeout(() => {
      becameSlow = true
      state.isSlow = true
      state.limit = 1
      if (lane === 'slow' || freeIn(true) <= 0) return
      used.fast--
      used.slow++
      lane = 'slow'
    }, slowAfterMs)
    return (succeeded) => {
      clearTimeout(timer)
      used[lane]--
      state.isSlow = !succeeded || becameSlow
      if (becameSlow) state.slowUntil = now()
      state.limit = state.isSlow ? 1 : Math.min(maxOfEndpoint, state.limit + 1)
      count(owner, -1)
      forget()
    }
  }

  return {
    enter,
    block(endpointId) {
      const state = stateOf(endpointId)
      state.blocks++
      return () => {
        state.blocks--
      }
    },
    isBlocked: (endpointId) => stateOf(endpointId).blocks > 0,
    wasSlowAfter: (endpointId, time) => (stateOf(endpointId).slowUntil ?? time) > time,
    free: () => Math.max(freeIn(false), freeIn(true)),
    full: () => ({
      endpoints: [...endpoints]
        .filter(([, state]) => freeOf(state) === 0 || freeIn(state.isSlow) <= 0)
        .map(([id]) => id),
      organizations: [...organizations.keys()].filter((id) => freeOfOrganization(id) <= 0),
    }),
    divide(owners) {
      const left = { fast: freeIn(false), slow: freeIn(true) }
      const taken = new Map<string, number>()
      const divided = new Map<string, number>()
      for (const { id, organizationId } of owners) {
        const state = stateOf(id)
        const lane = state.isSlow ? 'slow' : 'fast'
        const ofOrganization = freeOfOrganization(organizationId) - (taken.get(organizationId) ?? 0)
        const places = Math.min(freeOf(state), left[lane], ofOrganization)
        if (places <= 0) continue
        left[lane] -= places
        taken.set(organizationId, (taken.get(organizationId) ?? 0) + places)
        divided.set(id, places)
      }
      return divided
    },
    inFlight: () => used.fast + used.slow,
  }
}
