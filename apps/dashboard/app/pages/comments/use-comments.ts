import type { Account, Comment } from '@carillon/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'

export type CommentedAccount = Pick<Account, 'accountId' | 'profileId' | 'platform'>

const about = ({ accountId, profileId, platform }: CommentedAccount) => ({ accountId, profileId, platform })

async function readPage(
  account: CommentedAccount,
  { postId, cursor, signal }: { postId: string | null; cursor?: string | undefined; signal: AbortSignal },
) {
  const query = unchecked({ ...about(account), ...(postId && { postId }), ...(cursor && { cursor }) })
  const { data } = await api.get('/comments', { query, signal })
  if (!data) throw new Error('The comments have not changed.')
  return data
}

/** The comments on a post from the service's copy, kept current; older ones are read when they are asked for. */
export function useComments(account: CommentedAccount, postId: string | null) {
  const key = ['comments', account.accountId, postId ?? 'newest']
  const copy = useQuery({
    queryKey: [...key, 'copy'],
    queryFn: ({ signal }) => readPage(account, { postId, signal }),
    // A copy that is still being filled is looked at more often.
    refetchInterval: ({ state }) =>
      pollingInterval(state.data ? !state.data.complete && !state.data.nextCursor : false),
  })
  const from = copy.data?.nextCursor ?? null
  const older = useInfiniteQuery({
    queryKey: [...key, 'older'],
    queryFn: ({ pageParam, signal }) =>
      readPage(account, { postId: copy.data?.postId ?? postId, cursor: pageParam, signal }),
    initialPageParam: from ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: false,
    refetchOnWindowFocus: false,
  })
  const pages = older.data?.pages ?? []
  const all = new Map<string, Comment>()
  for (const comment of [...(copy.data?.comments ?? []), ...pages.flatMap(({ comments }) => comments)]) {
    if (!all.has(comment.id)) all.set(comment.id, comment)
  }
  return {
    data: copy.data,
    comments: [...all.values()],
    isPending: copy.isPending,
    error: copy.error ?? older.error,
    refetch: copy.refetch,
    hasNextPage: pages.length === 0 ? from !== null : older.hasNextPage,
    isFetchingNextPage: older.isFetching,
    fetchNextPage: () => (pages.length === 0 ? older.refetch() : older.fetchNextPage()),
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

/** What can be done with the comments of an account. Each is sent once, and the list is read again after it. */
export function useCommentActions(account: CommentedAccount) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['comments', account.accountId] })
  const write = useMutation({
    mutationFn: async ({ place: { postId, parentId }, message }: { place: Place; message: string }): Promise<void> => {
      const body = unchecked({ ...about(account), postId, ...(parentId && { parentId }), message })
      await api.post('/comments', { body })
    },
    onSuccess,
  })
  const change = useMutation({
    mutationFn: async ({ comment, ...switches }: Change): Promise<void> => {
      const body = unchecked({ ...about(account), postId: comment.mediaId, ...switches })
      await api.patch('/comments/{commentId}', { path: { commentId: comment.id }, body })
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: async ({ commentId, banAuthor }: { commentId: string; banAuthor: boolean }): Promise<void> => {
      const query = unchecked({ ...about(account), ...(banAuthor && { banAuthor: true }) })
      await api.delete('/comments/{commentId}', { path: { commentId }, query })
    },
    onSuccess,
  })
  return { write, change, remove }
}
