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

/** Has the service refresh its copies: the feed is read from them alone. */
function useCopiesOf(accounts: readonly Account[]): void {
  useQueries({ queries: accounts.slice(0, maxAccounts).map((account) => copyQuery(account, null)) })
}

/** A page of the comments of a profile that wait for an answer. */
const unansweredPage = (profileId: string, { limit, cursor }: { limit: number; cursor?: string }) =>
  unchecked({ profileId, unanswered: true, limit, ...(cursor && { cursor }) })

/** The comments of all accounts that wait for an answer, page by page. */
export function useRecentComments(profileId: string, accounts: readonly Account[]) {
  useCopiesOf(accounts)
  const list = useInfiniteQuery({
    queryKey: ['comments', 'recent', profileId],
    queryFn: async ({ pageParam: cursor, signal }): Promise<RecentCommentList> =>
      (await api.get('/comments/recent', { query: unansweredPage(profileId, { limit: 50, cursor }), signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: pollingInterval(false),
  })
  const pages = list.data?.pages
  const comments = useMemo(() => (pages ?? []).flatMap((page) => page.comments), [pages])
  return { ...list, comments }
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
