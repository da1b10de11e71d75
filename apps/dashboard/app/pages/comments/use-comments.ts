import type { Account, Comment, CommentList } from '@carillon/client'
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'
import { readIfChanged, type Versioned } from '../../data/versioned.ts'
import { notifyLost } from '../../ui/notify.ts'
import { linesOf } from './threads.ts'

export type CommentedAccount = Pick<Account, 'accountId' | 'profileId' | 'platform'>

const about = ({ accountId, profileId, platform }: CommentedAccount) => ({ accountId, profileId, platform })

interface Reading {
  postId: string | null
  cursor?: string
  signal: AbortSignal
  /** The same page as it was last read, which is returned again if it has not changed. */
  before?: Versioned<CommentList> | undefined
}

async function readPage(
  account: CommentedAccount,
  { postId, cursor, signal, before }: Reading,
): Promise<Versioned<CommentList>> {
  const query = unchecked({ ...about(account), ...(postId && { postId }), ...(cursor && { cursor }) })
  return readIfChanged(before, (headers) => api.get('/comments', { query, headers, signal }))
}

const dataOf = ({ data }: Versioned<CommentList>) => data

const keyOf = ({ accountId }: CommentedAccount, postId: string | null) => ['comments', accountId, postId ?? 'newest']

/**
 * The first page of the service's copy of the comments on a post, which it refreshes when it is read; the newest post
 * if `postId` is null. Polled every 15 seconds; every 2 while the copy is still being filled.
 */
export const copyQuery = (account: CommentedAccount, postId: string | null) =>
  queryOptions({
    queryKey: [...keyOf(account, postId), 'copy'],
    queryFn: ({ client, queryKey, signal }) =>
      readPage(account, { postId, signal, before: client.getQueryData<Versioned<CommentList>>(queryKey) }),
    // A copy that is still being filled is looked at more often.
    refetchInterval: ({ state }) =>
      pollingInterval(state.data ? !state.data.data.complete && !state.data.data.nextCursor : false),
  })

/**
 * The comments on a post, or on the newest one if `postId` is null, as `lines` in threads. The first page is polled;
 * `fetchNextPage` reads older ones, which are not polled. `data` is the first page with the account's posts.
 */
export function useComments(account: CommentedAccount, postId: string | null) {
  const copy = useQuery({ ...copyQuery(account, postId), select: dataOf })
  const from = copy.data?.nextCursor ?? null
  const older = useInfiniteQuery({
    queryKey: [...keyOf(account, postId), 'older'],
    queryFn: async ({ pageParam, signal }) =>
      (await readPage(account, { postId: copy.data?.postId ?? postId, cursor: pageParam, signal })).data,
    initialPageParam: from ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: false,
    refetchOnWindowFocus: false,
  })
  const newest = copy.data?.comments
  const pages = older.data?.pages
  const lines = useMemo(() => {
    const all = new Map<string, Comment>()
    for (const comment of [...(newest ?? []), ...(pages ?? []).flatMap(({ comments }) => comments)]) {
      if (!all.has(comment.id)) all.set(comment.id, comment)
    }
    return linesOf([...all.values()])
  }, [newest, pages])
  const hasOlder = pages !== undefined && pages.length > 0
  return {
    data: copy.data,
    lines,
    isPending: copy.isPending,
    error: copy.error ?? older.error,
    refetch: copy.refetch,
    hasNextPage: hasOlder ? older.hasNextPage : from !== null,
    isFetchingNextPage: older.isFetching,
    fetchNextPage: () => (hasOlder ? older.fetchNextPage() : older.refetch()),
  }
}

export interface Place {
  postId: string
  parentId: string | null
}

export interface Change {
  comment: Pick<Comment, 'id' | 'mediaId'>
  hidden?: boolean
  liked?: boolean
}

/**
 * Returns a function that has all lists of comments that include this account read again, after one of them has
 * changed.
 */
function useReadAgain({ accountId }: CommentedAccount): () => Promise<unknown> {
  const client = useQueryClient()
  const read = (name: string) => client.invalidateQueries({ queryKey: ['comments', name] })
  return () => Promise.all([read(accountId), read('recent')])
}

/**
 * Writes a comment on a post, or a reply if `parentId` is the id of a top-level comment. The request is never retried.
 */
export function useWriteComment(account: CommentedAccount) {
  return useMutation({
    mutationFn: async ({ place: { postId, parentId }, message }: { place: Place; message: string }): Promise<void> => {
      const body = unchecked({ ...about(account), postId, ...(parentId && { parentId }), message })
      await api.post('/comments', { body, onLost: notifyLost })
    },
    onSuccess: useReadAgain(account),
  })
}

/** Hides or likes a comment, or reverses that with `false`. A field that is absent stays as it is. */
export function useChangeComment(account: CommentedAccount) {
  return useMutation({
    mutationFn: async ({ comment, ...switches }: Change): Promise<void> => {
      const body = unchecked({ ...about(account), postId: comment.mediaId, ...switches })
      await api.patch('/comments/{commentId}', { path: { commentId: comment.id }, body })
    },
    onSuccess: useReadAgain(account),
  })
}

/** Deletes a comment on the network, and bans its author if `banAuthor` is true. */
export function useDeleteComment(account: CommentedAccount) {
  return useMutation({
    mutationFn: async ({ commentId, banAuthor }: { commentId: string; banAuthor: boolean }): Promise<void> => {
      const query = unchecked({ ...about(account), ...(banAuthor && { banAuthor: true }) })
      await api.delete('/comments/{commentId}', { path: { commentId }, query })
    },
    onSuccess: useReadAgain(account),
  })
}
