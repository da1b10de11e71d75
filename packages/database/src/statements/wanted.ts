import { profilesOf, type Scope } from '@carillon/domain'
import type { Db } from '../db.ts'
import { gather } from './gather.ts'
import { statement } from './statement.ts'

/** A row to read: its id, and the scope (organization and profiles) in which it must be. */
export interface Wanted {
  scope: Scope
  id: string
}

const nameOf = ({ scope, id }: Wanted): string => `${scope.organizationId} ${profilesOf(scope)?.join()} ${id}`

/** Returns the profiles of a scope as a PostgreSQL array literal, such as `{id,id}`; null for all profiles. */
function profilesText(scope: Scope): string | null {
  const profiles = profilesOf(scope)
  return profiles && `{${profiles.join()}}`
}

/**
 * Returns a function that reads one row by id and scope; undefined if none exists. Simultaneous calls share one query.
 * @param text.select the columns, qualified by the table's name
 * @param text.from the joins of the table with `wanted(id, organization_id, profile_ids)`, which has a row for each
 *   call; `profile_ids` is the text of a uuid array, null for all profiles
 */
export function readWanted<Row>(text: { select: string; from: string }) {
  const find = statement<Row & { place: number }>(
    `
    select wanted.place, ${text.select}
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as wanted(id, organization_id, profile_ids, place)
    ${text.from}`,
    'lazy',
  )
  // Most reads are of one row: without lists the server finds it through indexes alone.
  const findOne = statement<Row>(
    `
    select ${text.select}
    from (values ($1::uuid, $2::uuid, $3::text)) as wanted(id, organization_id, profile_ids)
    ${text.from}`,
    'lazy',
  )

  async function read(db: Db, wanted: readonly Wanted[]): Promise<Map<string, Row>> {
    const [first, ...others] = wanted
    if (first !== undefined && others.length === 0) {
      const [row] = await findOne(db, [first.id, first.scope.organizationId, profilesText(first.scope)])
      return new Map(row && [[nameOf(first), row]])
    }
    const ids = wanted.map(({ id }) => id)
    const organizations = wanted.map(({ scope }) => scope.organizationId)
    const profiles = wanted.map(({ scope }) => profilesText(scope))
    const found = new Map<string, Row>()
    for (const row of await find(db, [ids, organizations, profiles])) {
      const key = wanted[row.place - 1]
      if (key !== undefined) found.set(nameOf(key), row)
    }
    return found
  }

  return gather<Wanted, Row>(nameOf, read)
}
