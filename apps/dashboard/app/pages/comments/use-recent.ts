import type { Account, RecentCommentList } from '@carillon/client'
import { useInfiniteQuery, useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../data/api.ts'
import { errorWords } from '../../data/error-words.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'
import { copyQuery } from './use-comments.ts'

export type RecentComment = RecentCommentList['comments'][number]

/** Accounts whose newest comments are read while the feed is open. */
const maxAccounts = 20

/** Of how many posts with comments of an account, newest first, the comments are read. */
const maxPosts = 5
const laterMs = 5 * 60_000

/**
 * Has the service read and refresh its copies: the feed is read from them alone. A post has a copy once its comments were
 * asked for. Returns whether the posts of an account are not known yet.
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

/** Of whose posts the comments are: of those of a profile, or of one account. */
export type CommentsOwner = { profileId: string } | { accountId: string }

/** The comments that wait for an answer, page by page; `accounts` are those of the profile. */
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

/** Hides several comments, and tells how many were and why others were not. */
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
