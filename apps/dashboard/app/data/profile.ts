import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { useAccess } from './access.ts'
import { profilesQuery } from './queries.ts'
import { useSession } from './session-query.ts'

const parameter = 'profile'
/** The profile of this tab, for links that do not name one. It is not a secret. */
const storageKey = 'carillon-profile'

/** The profile that the pages are about: from the URL, from the visit before, or the default one. */
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
    /** Null if no profile exists, or the key may not list them and is not bound to one. */
    profileId: boundTo ?? inUrl ?? known ?? usual,
    isInUrl: inUrl !== null,
    choose,
    nameInUrl,
  }
}

/** The profile that a page is about. Pages for the organization have none and do not call this. */
export function useProfileId(): string {
  const { profileId } = useChosenProfile()
  if (profileId === null) throw new Error('This page needs a profile.')
  return profileId
}
