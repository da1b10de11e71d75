import type { Account, RecentCommentList } from '@carillon/client'
import { useInfiniteQuery, useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../data/api.ts'
import { errorWords } from '../../data/error-words.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'
import { copyQuery } from './use-comments.ts'

export type RecentComment = RecentCommentList['comments'][number]

/** The maximum number of accounts whose comments the service is made to read while the feed is open. */
const maxAccounts = 20

/** The maximum number of posts with comments, the newest, that are read for each account besides its newest post. */
const maxPosts = 5
const laterMs = 5 * 60_000

/**
 * Requests the comments of the first accounts (`maxAccounts`), each on its newest post and on a few more posts with
 * comments, so that the service makes and refreshes its copies of them: the feed contains only comments with a copy.
 * Returns true until the newest post of each of these accounts has been read, or could not be read.
 */
function useCopiesOf(accounts: readonly Account[]): boolean {
  const read = accounts.slice(0, maxAccounts)
  const newest = useQueries({ queries: read.map((account) => copyQuery(account, null)) })
  const older = read.flatMap((account, at) => {
    const list = newest[at]?.data?.data
    const posts = list?.posts.filter(({ id, commentsCount }) => id !== list.postId && commentsCount !== 0) ?? []
    return posts.slice(0, maxPosts).map(({ id }) => ({ ...copyQuery(account, id), refetchInterval: laterMs }))
  })
  useQueries({ queries: older })
  return newest.some(({ isPending }) => isPending)
}

const pageSize = 50

/** Whose comments to list: those on the posts of all accounts of a profile, or of one account. */
export type CommentsOwner = { profileId: string } | { accountId: string }

/**
 * The comments that wait for a reply, newest first, page by page, all loaded pages polled every 15 seconds. `accounts`
 * are those of the profile; the service is made to read the comments of the first 20.
 */
export function useRecentComments(owner: CommentsOwner, accounts: readonly Account[]) {
  const isReading = useCopiesOf(accounts)
  const list = useInfiniteQuery({
    queryKey: ['comments', 'recent', owner],
    queryFn: async ({ pageParam: cursor, signal }): Promise<RecentCommentList> => {
      const query = unchecked({ ...owner, unanswered: true, limit: pageSize, ...(cursor && { cursor }) })
      return (await api.get('/comments/recent', { query, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: pollingInterval(false),
  })
  const pages = list.data?.pages
  const comments = useMemo(() => (pages ?? []).flatMap((page) => page.comments), [pages])
  // Before the posts are known, an empty list says nothing.
  return { ...list, comments, isPending: list.isPending || (isReading && comments.length === 0) }
}

/**
 * Hides several comments, one after the other. `hideAll` resolves with the number that were hidden, even if others
 * failed; `failed` then has a message for each of those.
 */
export function useHideAll() {
  const client = useQueryClient()
  const [failed, setFailed] = useState<readonly string[]>([])
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (comments: readonly RecentComment[]): Promise<number> => {
      const problems: string[] = []
      for (const { id: commentId, accountId, platform, postId } of comments) {
        const body = unchecked({ accountId, platform, postId, hidden: true })
        await api.patch('/comments/{commentId}', { path: { commentId }, body }).catch((error: unknown) => {
          problems.push(errorWords(error).message)
        })
      }
      setFailed(problems)
      return comments.length - problems.length
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['comments'] }),
  })
  return { hideAll: mutateAsync, isPending, failed }
}
