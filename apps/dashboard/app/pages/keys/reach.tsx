import type { ApiKey } from '@carillon/client'
import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '../../data/queries.ts'
import { Foreign } from '../../ui/foreign.tsx'

/**
 * The names of the profiles that a key reaches, or "All profiles". A profile that this session cannot read is named by
 * its id.
 */
export function Reach({ apiKey: { profileId, profileIds } }: { apiKey: ApiKey }) {
  const { data = [] } = useQuery(profilesQuery)
  const ids = profileIds ?? (profileId === null ? null : [profileId])
  if (ids === null) return 'All profiles'
  const names = ids.map((id) => data.find((profile) => profile.id === id)?.name ?? id)
  return <Foreign inherit>{names.join(', ')}</Foreign>
}
