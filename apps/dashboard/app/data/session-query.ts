import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { KeyScope } from './key-scopes.ts'

/** Whose dashboard it is, what its key may do, and until when. */
export interface Session {
  organizationId: string
  /** The only profile that the key reaches; null for several, or all of them. */
  profileId: string | null
  /** The profiles that the key reaches; absent for one, or all of them. */
  profileIds?: readonly string[]
  scopes: readonly KeyScope[]
  expiresAt: string
}

type SessionState =
  | { session: Session }
  /** `none`: nobody has signed in. `expired`: somebody had. */
  | { session: null; reason: 'none' | 'expired' | 'signed-out' }
  | { session: null; reason: 'signing-out'; ending: Ending }

/** A session that is being ended, here or in all browsers. */
export interface Ending {
  session: Session
  everywhere: boolean
}

const path = '/dashboard/session'

/** Sends a request about the session. Throws if the service cannot be reached. */
export function sendToSession(method: string, options: { query?: string; body?: unknown; signal?: AbortSignal } = {}) {
  const { query = '', body, signal } = options
  return fetch(`${path}${query}`, {
    method,
    credentials: 'same-origin',
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

/** The session of what is shown; the gate before the pages provides it. */
export const SessionContext = createContext<Session | null>(null)

/** The session, for pages that are only shown after sign-in. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('This part of the dashboard requires a session.')
  return session
}

export function noteSignedIn(client: QueryClient, session: Session): void {
  client.setQueryData<SessionState>(queryKey, { session })
}

/** The next thing that is shown is the sign-in; the URL stays, so that one comes back to where one was. */
export function noteSessionEnded(client: QueryClient): void {
  client.setQueryData<SessionState>(queryKey, (state) =>
    state?.session ? { session: null, reason: 'expired' } : state,
  )
}

/** Takes the pages away, so that nothing is read any more, and has the session ended. */
export function noteSigningOut(client: QueryClient, everywhere: boolean): void {
  client.setQueryData<SessionState>(queryKey, (state) =>
    state?.session ? { session: null, reason: 'signing-out', ending: { session: state.session, everywhere } } : state,
  )
}

/** Forgets everything that was read. */
export function noteSignedOut(client: QueryClient): void {
  const state: SessionState = { session: null, reason: 'signed-out' }
  client.setQueryData(queryKey, state)
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
}
