import type { Scope } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../connect.ts'
import { gatherReads } from '../gather-reads.ts'
import type { AccountRow } from './account.ts'

interface Wanted {
  scope: Scope
  id: string
}

const nameOf = ({ scope, id }: Wanted): string => `${scope.organizationId} ${scope.profileId} ${id}`

/** Each account within the scope that it is asked for with. */
async function findAccounts(db: Db, wanted: readonly Wanted[]): Promise<Map<string, AccountRow>> {
  const ids = wanted.map(({ id }) => id)
  const organizations = wanted.map(({ scope }) => scope.organizationId)
  const profiles = wanted.map(({ scope }) => scope.profileId)
  const { rows } = await sql<AccountRow & { place: number }>`
    select wanted.place, account.*, credential.expires_at as token_expires_at
    from unnest(${ids}::uuid[], ${organizations}::uuid[], ${profiles}::uuid[]) with ordinality
      as wanted(id, organization_id, profile_id, place)
    join account on account.id = wanted.id and account.organization_id = wanted.organization_id
      and (wanted.profile_id is null or account.profile_id = wanted.profile_id)
    left join credential on credential.account_id = account.id`.execute(db)
  return new Map(
    rows.flatMap(({ place, ...account }) => {
      const key = wanted[place - 1]
      return key === undefined ? [] : [[nameOf(key), account]]
    }),
  )
}

/** An account by its id. Requests that come at the same time share one query. */
export const findReachableAccount = gatherReads(nameOf, findAccounts)
