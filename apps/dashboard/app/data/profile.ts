import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { useAccess } from './access.ts'
import { profilesQuery } from './queries.ts'
import { useSession } from './session-query.ts'

const parameter = 'profile'
/**
 * The key in the session storage of this tab under which the id of the last chosen profile is kept, for URLs that do
 * not name one.
 */
const storageKey = 'carillon-profile'

/**
 * The profile that the pages show; the first that applies: the one the key is bound to, the one in the URL, the last
 * one chosen in this tab if it still exists, the default one, the first one.
 */
export function useChosenProfile() {
  const { profileId: boundTo } = useSession()
  const [params, setParams] = useSearchParams()
  const canRead = useAccess().can('profiles:read')
  const { data: profiles, error, refetch } = useQuery({ ...profilesQuery, enabled: canRead })
  const inUrl = params.get(parameter)
  if (inUrl) sessionStorage.setItem(storageKey, inUrl)
  const stored = sessionStorage.getItem(storageKey)
  const known = profiles?.find(({ id }) => id === stored)?.id
  const usual = profiles?.find(({ isDefault }) => isDefault)?.id ?? profiles?.[0]?.id ?? null
  const choose = useCallback(
    (id: string) => {
      sessionStorage.setItem(storageKey, id)
      // All other parameters of the query string belong to the previous profile.
      setParams({ [parameter]: id })
    },
    [setParams],
  )
  const nameInUrl = useCallback(
    (id: string) => setParams((before) => new URLSearchParams([...before, [parameter, id]]), { replace: true }),
    [setParams],
  )
  return {
    profiles: profiles ?? [],
    isPending: canRead && profiles === undefined && !error,
    error: profiles === undefined ? error : null,
    refetch,
    /**
     * Null if no profile exists, while the list is being read, or if the key may not list profiles and is not bound to
     * one.
     */
    profileId: boundTo ?? inUrl ?? known ?? usual,
    isInUrl: inUrl !== null,
    choose,
    nameInUrl,
  }
}

/** The id of the profile that a page shows. Throws if none is known: pages for the organization do not call this. */
export function useProfileId(): string {
  const { profileId } = useChosenProfile()
  if (profileId === null) throw new Error('This page needs a profile.')
  return profileId
}
