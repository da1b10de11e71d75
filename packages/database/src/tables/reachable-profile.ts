import { readWanted } from '../wanted.ts'
import type { ProfileRow } from './profile.ts'

/** A profile by its id, within the scope that it is asked for with. */
export const findReachableProfile = readWanted<ProfileRow>({
  select: `profile.*, not exists (
      select from profile as older
      where older.organization_id = profile.organization_id
        and (older.created_at, older.id) < (profile.created_at, profile.id)) as is_default`,
  from: `join profile on profile.id = wanted.id and profile.organization_id = wanted.organization_id
      and (wanted.profile_id is null or profile.id = wanted.profile_id)`,
})
