import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { CommentAccountRow } from '../schema/comment-account.ts'
import type { CommentPostRow } from '../schema/comment-post.ts'
import { gather } from '../statements/gather.ts'
import { statement } from '../statements/statement.ts'

/**
 * What a read of stored comments needs of the account's row: the `version` of its list of posts, when the list was read
 * (`postsSyncedAt`), when a refresh of the list (`postsRequestedAt`) and a read of the newest comments
 * (`newestRequestedAt`) were queued, and `expiredAt`: the account's `updatedAt` when the network reported that the
 * connection has no access to comments.
 */
export type PostList = Pick<
  CommentAccountRow,
  'version' | 'postsSyncedAt' | 'postsRequestedAt' | 'newestRequestedAt' | 'expiredAt'
>

/**
 * The state of the stored copy of a post's comments that a read needs before it reads the comments. `id` is Carillon's
 * id of the copy, `postId` the network's id of the post.
 */
export type CopyHead = Pick<
  CommentPostRow,
  'id' | 'postId' | 'version' | 'syncedAt' | 'requestedAt' | 'passKind' | 'readAt'
>

/** The stored state of an account's list of posts, and of the comment copy of one of the account's posts. */
export interface CopyState {
  list: PostList
  /** The copy; undefined if the post is not stored. */
  copy: CopyHead | undefined
}

interface Wanted {
  accountId: string
  /** The network's id of the post; null for the account's newest post. */
  postId: string | null
}

type StateRow = PostList &
  Omit<CopyHead, 'id' | 'version'> & { place: number; copyId: string | null; copyVersion: number }

const nameOf = ({ accountId, postId }: Wanted): string => JSON.stringify([accountId, postId])

function stateOf({ place: _place, copyId: id, copyVersion: version, ...row }: StateRow): CopyState {
  const { postId, syncedAt, requestedAt, passKind, readAt, ...list } = row
  return { list, copy: id === null ? undefined : { id, version, postId, syncedAt, requestedAt, passKind, readAt } }
}

const states = statement<StateRow>(`
    select wanted.place, list.version, list.posts_synced_at, list.posts_requested_at, list.newest_requested_at,
      list.expired_at, copy.id as copy_id, copy.post_id, copy.version as copy_version, copy.synced_at,
      copy.requested_at, copy.pass_kind, copy.read_at
    from unnest($1::uuid[], $2::text[]) with ordinality as wanted(account_id, post_id, place)
    join comment_account as list on list.account_id = wanted.account_id
    left join comment_post as copy on copy.id = case
      when wanted.post_id is not null
        then (select id from comment_post where account_id = wanted.account_id and post_id = wanted.post_id collate "C")
      else (
        select id from comment_post where account_id = wanted.account_id and rank is not null order by rank limit 1
      )
    end`)

async function readStates(db: Db, wanted: readonly Wanted[]): Promise<Map<string, CopyState>> {
  const rows = await states(db, [wanted.map(({ accountId }) => accountId), wanted.map(({ postId }) => postId)])
  return new Map(
    rows.flatMap((row) => {
      const key = wanted[row.place - 1]
      return key === undefined ? [] : [[nameOf(key), stateOf(row)]]
    }),
  )
}

/**
 * Reads the state of an account's list of posts and of one post's comment copy (its stored comments): of the post with
 * the network's id `postId` or, if `postId` is null, of the newest post. Undefined if nothing is stored for the
 * account. Simultaneous calls share one query.
 */
export const findCopyState = gather(nameOf, readStates)

/**
 * The stored copy of a post's comments, with the comments as parts of a response in JSON. `postId` is the network's id
 * of the post, `listVersion` the version of the account's list of posts, and `count` the number of `comments`.
 */
export interface WholeCopy {
  postId: string
  version: number
  listVersion: number
  complete: boolean
  nextCursor: string | null
  syncedAt: Date | null
  /** The summaries of the account's recent posts as JSON, separated by commas; null if it has no recent posts. */
  posts: string | null
  /** The comments as JSON, newest first, separated by commas; null if the copy has no comments. */
  comments: string | null
  count: number
}

/**
 * Reads a comment copy (the stored comments of a post) with its newest `max` comments that are not deleted, and the
 * account's recent posts, in one query, so that everything is from the same moment. Undefined if the copy has been
 * deleted.
 * @param copyId Carillon's id of the copy
 */
export function readWholeCopy(db: Db, copyId: string, max: number): Promise<WholeCopy | undefined> {
  const comments = sql<string | null>`string_agg(content, ',' order by created_at desc, id desc)`
  const summaries = sql<string | null>`string_agg(recent.summary, ',' order by recent.rank)`
  return db.kysely
    .selectFrom('commentPost as copy')
    .innerJoin('commentAccount as list', 'list.accountId', 'copy.accountId')
    .crossJoinLateral(({ selectFrom }) => {
      const listed = selectFrom('comment').whereRef('copyId', '=', 'copy.id').where('deletedAt', 'is', null)
      const newest = listed.orderBy('createdAt', 'desc').orderBy('comment.id', 'desc').limit(max)
      return selectFrom(newest.select(['content', 'createdAt', 'comment.id']).as('newest'))
        .select([comments.as('comments'), sql<number>`count(*)::int`.as('count')])
        .as('page')
    })
    .select(({ selectFrom }) => {
      const recent = selectFrom('commentPost as recent').whereRef('recent.accountId', '=', 'copy.accountId')
      return recent.where('recent.rank', 'is not', null).select(summaries.as('summaries')).as('posts')
    })
    .select(['copy.postId', 'copy.version', 'copy.complete', 'copy.nextCursor', 'copy.syncedAt'])
    .select(['list.version as listVersion', 'page.comments', 'page.count'])
    .where('copy.id', '=', copyId)
    .executeTakeFirst()
}
