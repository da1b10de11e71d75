import { type ExternalWriteRow, listExternalWrites } from '@carillon/database'
import { limits, type Publish } from '@carillon/domain'
import { fieldError } from '@carillon/errors'
import type { UseCase } from '../../request.ts'
import { viewPublish, writeStatusOf } from '../view/publish-view.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The maximum number of publishes that are read at once, as each can have a text of a megabyte. */
const maxAtOnce = limits.publishPage.usual

/**
 * Decodes a cursor to the last id of a page. The cursor is opaque, so that clients do not depend on its content.
 * @throws ServiceError `invalid_request` if it is not a cursor of this list
 */
function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (uuid.test(id)) return id
  throw fieldError({ path: ['cursor'], message: 'a nextCursor of this list is expected' })
}

function charactersOf({ text, thread }: Publish): number {
  return thread.reduce((sum, each) => sum + each.length, text?.length ?? 0)
}

interface PageOptions {
  /** The maximum number of publishes of the page. */
  max: number
  /** The id before which the page begins; undefined for the first page. */
  before: string | undefined
  /** Reads up to `max` rows, newest first, that are older than the one with the id `before`. */
  read(part: { before: string | undefined; max: number }): Promise<ExternalWriteRow[]>
  view(row: ExternalWriteRow): Publish
}

/**
 * Reads a page of publishes, newest first, and returns whether more follow. It ends before the publish whose text would
 * exceed `publishPage.characters` of all texts together, but has at least one publish.
 */
async function readPage({ max, before, read, view }: PageOptions): Promise<{ page: Publish[]; hasMore: boolean }> {
  const page: Publish[] = []
  let characters = 0
  for (;;) {
    const wanted = Math.min(maxAtOnce, max - page.length)
    const rows = await read({ before: page.at(-1)?.publishId ?? before, max: wanted + 1 })
    for (const row of rows.slice(0, wanted)) {
      const publish = view(row)
      characters += charactersOf(publish)
      if (page.length > 0 && characters > limits.publishPage.characters) return { page, hasMore: true }
      page.push(publish)
    }
    const hasMore = rows.length > wanted
    if (!hasMore || page.length === max) return { page, hasMore }
  }
}

/**
 * Lists one page of publishes, by default at most 50, newest first, with the cursor of the next page (null on the last
 * page). Very long texts make the page shorter.
 * @throws ServiceError `invalid_request` if the cursor is not one of this list
 */
export const listPublishes: UseCase<'publishes.list'> = async (context, { grant, target, input }) => {
  const { cursor, platform, status, requestId, search, limit: max = limits.publishPage.usual } = input.query
  const { page, hasMore } = await readPage({
    max,
    before: cursor === undefined ? undefined : decodeCursor(cursor),
    read: (part) =>
      listExternalWrites(context.db, grant.scope, {
        kind: 'publish',
        ...(target && { profileId: target.profileId }),
        ...(target?.account && { accountId: target.account.id }),
        ...(platform && { platform }),
        ...(status && { status: writeStatusOf(status) }),
        ...(requestId && { requestId }),
        ...(search && { search }),
        ...(part.before !== undefined && { before: part.before }),
        max: part.max,
      }),
    view: (row) => viewPublish(context, row),
  })
  const last = page.at(-1)
  const nextCursor = last && hasMore ? Buffer.from(last.publishId).toString('base64url') : null
  return { status: 200, body: { publishes: page, nextCursor } }
}
