import { listExternalWrites } from '@carillon/database'
import { limits, type Publish } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import { boundedPage } from '../../bounded-page.ts'
import { isId } from '../../is-id.ts'
import type { UseCase } from '../../request.ts'
import { viewPublish, writeStatusOf } from '../view/publish-view.ts'

/**
 * Decodes a cursor to the last id of a page. The cursor is opaque, so that clients do not depend on its content.
 * @throws ServiceError `invalid_request` if it does not have the form of a cursor of this list
 */
function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (isId(id)) return id
  throw fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected' })
}

function charactersOf({ text, thread }: Publish): number {
  return thread.reduce((sum, each) => sum + each.length, text?.length ?? 0)
}

/**
 * Lists one page of publishes, newest first, with the cursor of the next page (null on the last page). Very long texts
 * make the page shorter.
 * @throws ServiceError `invalid_request` if the cursor does not have the form of a `nextCursor`,
 *   `temporarily_unavailable` if too many lists of the organization are being read
 */
export const listPublishes: UseCase<'publishes.list'> = async (context, { grant, target, input, signal }) => {
  const { cursor, platform, status, requestId, search, limit: max = limits.publishPage.usual } = input.query
  const first = cursor === undefined ? undefined : decodeCursor(cursor)
  const { page, hasMore } = await boundedPage<Publish>(
    context,
    { grant, signal },
    {
      max,
      async read(previous, atOnce) {
        const before = previous?.publishId ?? first
        const rows = await listExternalWrites(context.db, grant.scope, {
          kind: 'publish',
          ...(target && { profileId: target.profileId }),
          ...(target?.account && { accountId: target.account.id }),
          ...(platform && { platform }),
          ...(status && { status: writeStatusOf(status) }),
          ...(requestId && { requestId }),
          ...(search && { search }),
          ...(before !== undefined && { before }),
          max: atOnce,
        })
        return rows.map((row) => viewPublish(context, row))
      },
      charactersOf,
    },
  )
  const last = page.at(-1)
  const nextCursor = last && hasMore ? Buffer.from(last.publishId).toString('base64url') : null
  return { status: 200, body: { publishes: page, nextCursor } }
}
