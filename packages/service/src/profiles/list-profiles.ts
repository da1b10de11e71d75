import { type ListPage, listProfiles as readProfiles } from '@carillon/database'
import { limits } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import { charactersIn, inListTurn } from '../bounded-page.ts'
import type { Context } from '../context.ts'
import { cutPage, pageOf } from '../list-page.ts'
import type { Grant, UseCase } from '../request.ts'
import { viewProfile } from './profile-view.ts'

/** The number of profiles that are read at once for a list without pages. */
const atOnce = 500

/**
 * Reads all profiles within the scope of an API key that follow `after`.
 * @throws ServiceError `invalid_request` if they are too large for one response
 */
async function readAll({ db }: Context, { scope }: Grant, after: ListPage['after']) {
  const rows: Awaited<ReturnType<typeof readProfiles>> = []
  let characters = 0
  for (let last = after; ; ) {
    const read = await readProfiles(db, scope, { limit: atOnce, ...(last && { after: last }) })
    characters += charactersIn(read)
    if (characters > limits.listCharacters) {
      const message = `the profiles are too large for one response, more than ${limits.listCharacters} characters: read them in pages, with limit`
      throw fieldError({ path: ['limit'], message, whole: 'query' })
    }
    rows.push(...read)
    const end = read.at(-1)
    if (end === undefined || read.length < atOnce) return rows
    last = { at: end.createdAt, id: end.id }
  }
}

/**
 * Lists the profiles that the API key has access to, in the order of their creation, the default profile first. If the
 * request has a `limit`, the response contains at most so many and the cursor of the next page (null on the last page).
 * @throws ServiceError `invalid_request` if the cursor does not have the form of a `nextCursor`, or if the profiles are
 *   too large for a response without a `limit`; `temporarily_unavailable` if too many lists of the organization are
 *   being read
 */
export const listProfiles: UseCase<'profiles.list'> = async (context, { grant, input, signal }) => {
  const { limit, after } = pageOf(input.query)
  const read = await inListTurn(context, { grant, signal }, () =>
    limit === undefined
      ? readAll(context, grant, after)
      : readProfiles(context.db, grant.scope, { limit, ...(after && { after }) }),
  )
  const { rows, more } = cutPage(read, input.query, ({ createdAt: at, id }) => ({ at, id }))
  return { status: 200, body: { profiles: rows.map(viewProfile), ...more } }
}
