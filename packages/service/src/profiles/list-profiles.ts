import { listProfiles as readProfiles } from '@carillon/database'
import { cutPage, pageOf } from '../list-page.ts'
import type { UseCase } from '../request.ts'
import { viewProfile } from './profile-view.ts'

/**
 * Lists the profiles that the API key has access to, in the order of their creation, the default profile first. If the
 * request has a `limit`, the response contains so many and the cursor of the next page (null on the last page).
 * @throws ServiceError `invalid_request` if the cursor is not one of a list
 */
export const listProfiles: UseCase<'profiles.list'> = async (context, { grant, input }) => {
  const read = await readProfiles(context.db, grant.scope, pageOf(input.query))
  const { rows, more } = cutPage(read, input.query, ({ createdAt: at, id }) => ({ at, id }))
  return { status: 200, body: { profiles: rows.map(viewProfile), ...more } }
}
