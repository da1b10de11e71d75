import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { KeyScope } from './key-scopes.ts'

/** The session of this browser: its organization, the permissions of its key, and when it expires (ISO 8601). */
export interface Session {
  organizationId: string
  /** The only profile that the key reaches; null if it reaches several or all. All: `profileIds` is absent too. */
  profileId: string | null
  /** The profiles that the key reaches, if there are several; absent for one (`profileId`) or all. */
  profileIds?: readonly string[]
  scopes: readonly KeyScope[]
  expiresAt: string
}

type SessionState =
  | { session: Session }
  /**
   * `none`: nobody has signed in since the page was loaded. `expired`: the service ended the session. `signed-out`: the
   * user did.
   */
  | { session: null; reason: 'none' | 'expired' | 'signed-out' }
  | { session: null; reason: 'signing-out'; ending: Ending }

/** A session that is being ended, in this browser or, with `everywhere`, in all browsers. */
export interface Ending {
  session: Session
  everywhere: boolean
}

const path = '/dashboard/session'

/**
 * Sends a request to the session endpoint, `body` as JSON. Returns the response whatever its status; throws if the
 * service cannot be reached. A redirect of a write is not followed: its status is 0 in a browser.
 */
export function sendToSession(method: string, options: { query?: string; body?: unknown; signal?: AbortSignal } = {}) {
  const { query = '', body, signal } = options
  return fetch(`${path}${query}`, {
    method,
    credentials: 'same-origin',
    // Followed, signing out would become a read that succeeds.
    redirect: method === 'GET' ? 'follow' : 'manual',
    headers: { 'Carillon-Dashboard': '1', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

const queryKey = ['session'] as const

function sessionQuery(client: QueryClient) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SessionState> => {
      const response = await sendToSession('GET', { signal })
      if (response.ok) {
        const session: Session = await response.json()
        return { session }
      }
      if (response.status !== 401) throw new Error(`The service responded with status ${response.status}.`)
      const before = client.getQueryData<SessionState>(queryKey)
      if (before?.session === null) return before
      return { session: null, reason: before ? 'expired' : 'none' }
    },
    staleTime: 60_000,
  })
}

export function useSessionQuery() {
  return useQuery(sessionQuery(useQueryClient()))
}

/** The session of the pages that are shown; null outside of the gate before the pages, which provides it. */
export const SessionContext = createContext<Session | null>(null)

/** The session, for pages that are only shown after sign-in. Throws elsewhere. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('This part of the dashboard requires a session.')
  return session
}

/** Removes all cached responses except the session: another session may not be permitted to read them. */
function forgetResponses(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
}

/** Notes that a session was opened, and removes all responses that an earlier one has read. */
export function noteSignedIn(client: QueryClient, session: Session): void {
  forgetResponses(client)
  client.setQueryData<SessionState>(queryKey, { session })
}

/**
 * Notes that the service no longer accepts the session: the sign-in page is shown, and the URL stays, so that the user
 * returns to the same page afterwards. Does nothing without a session.
 */
export function noteSessionEnded(client: QueryClient): void {
  client.setQueryData<SessionState>(queryKey, (state) =>
    state?.session ? { session: null, reason: 'expired' } : state,
  )
}

/**
 * Replaces the pages by the sign-out, so that nothing is read any more; that component ends the session at the service.
 * Does nothing without a session.
 */
export function noteSigningOut(client: QueryClient, everywhere: boolean): void {
  client.setQueryData<SessionState>(queryKey, (state) =>
    state?.session ? { session: null, reason: 'signing-out', ending: { session: state.session, everywhere } } : state,
  )
}

/** Notes that the user has signed out, and removes all cached responses. */
export function noteSignedOut(client: QueryClient): void {
  const state: SessionState = { session: null, reason: 'signed-out' }
  client.setQueryData(queryKey, state)
  forgetResponses(client)
}
