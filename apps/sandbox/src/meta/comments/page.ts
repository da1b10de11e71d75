import type { GraphCall } from '../graph/call.ts'
import { type FieldSelection, type Shape, show, writeFields } from '../graph/fields.ts'
import { invalidParameter } from '../graph/graph-error.ts'
import type { Comment } from '../state/comment.ts'

/**
 * A list of comments to be returned in pages. `selections` are the requested fields, `limit` is the page size, and
 * `after` and `before` are cursors.
 */
export interface CommentEdge {
  /** The path below the version, such as `{comment}/replies`. */
  path: string
  /** All comments, in the order of the response. */
  items: readonly Comment[]
  newestFirst: boolean
  selections: FieldSelection[] | undefined
  limit: number
  after: string | undefined
  before: string | undefined
  /** The parameters to repeat in the URLs of the previous and the next page. */
  repeated: Record<string, string>
}

function cursorOf({ id, createdAt }: Comment): string {
  return Buffer.from(`${createdAt}:${id}`).toString('base64url')
}

/** Compares two comments for a list with the oldest first. Comments with the same time are sorted by id. */
export function byAge(one: Pick<Comment, 'id' | 'createdAt'>, other: Pick<Comment, 'id' | 'createdAt'>): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
}

/**
 * Returns the position `at` of the cursor's comment in the list or, if that comment has been deleted (`gone`), of the
 * comment that followed it.
 * @throws GraphError with code 100 for an invalid cursor
 */
function find({ items, newestFirst }: CommentEdge, cursor: string): { at: number; gone: boolean } {
  const [, time, id] = /^(\d+):(.+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (time === undefined || id === undefined) throw invalidParameter('Invalid cursors values.')
  const at = items.findIndex((item) => item.id === id)
  if (at !== -1) return { at, gone: false }
  const cursorComment = { id, createdAt: Number(time) }
  const behind = items.findIndex((item) => (newestFirst ? -1 : 1) * byAge(item, cursorComment) > 0)
  return { at: behind === -1 ? items.length : behind, gone: true }
}

function startOf(edge: CommentEdge): number {
  const { after } = edge
  if (after === undefined || after === '') return 0
  const { at, gone } = find(edge, after)
  return gone ? at : at + 1
}

/** Returns the positions in `edge.items` at which the page begins (`start`) and before which it ends (`end`). */
function rangeOf(edge: CommentEdge): { start: number; end: number } {
  const { before, limit } = edge
  if (before === undefined) {
    const start = startOf(edge)
    return { start, end: start + limit }
  }
  const { at: end } = find(edge, before)
  return { start: Math.max(0, end - limit), end }
}

/**
 * Builds the URL of the previous or next page, which `cursor` selects (`{before}` or `{after}`). The URL contains the
 * token, like Graph's own URLs.
 */
function linkTo({ context, version, token }: GraphCall, edge: CommentEdge, cursor: Record<string, string>): string {
  const query = new URLSearchParams({
    access_token: token.value,
    ...(edge.selections && { fields: writeFields(edge.selections) }),
    limit: String(edge.limit),
    ...edge.repeated,
    ...cursor,
  })
  return `${context.baseUrl}/${version}/${edge.path}?${query}`
}

/**
 * Builds one page of comments with Graph's cursors. A cursor stays valid if its comment is deleted, so that a client
 * can continue to page through the list. Without comments on the page, there is no `paging`.
 * @throws GraphError with code 100 for an invalid cursor or an unknown field
 */
export function showEdge(
  call: GraphCall,
  shape: Shape<Comment, GraphCall>,
  edge: CommentEdge,
): { data: unknown[]; paging?: Record<string, unknown> } {
  const { start, end } = rangeOf(edge)
  const page = edge.items.slice(start, end)
  const [first, last] = [page[0], page.at(-1)]
  const data = page.map((comment) => show(shape, comment, edge.selections, call))
  if (first === undefined || last === undefined) return { data }
  const link = (cursor: Record<string, string>) => linkTo(call, edge, cursor)
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  return {
    data,
    paging: {
      cursors,
      ...(end < edge.items.length && { next: link({ after: cursors.after }) }),
      ...(start > 0 && { previous: link({ before: cursors.before }) }),
    },
  }
}
