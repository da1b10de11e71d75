import { type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mergeHead } from './merge-head.ts'
import { pollingInterval } from './polling.ts'

export interface CursorPage<Item> {
  items: readonly Item[]
  nextCursor: string | null
}

export interface CursorListOptions<Item> {
  queryKey: QueryKey
  /** Reads the page that begins at a cursor; the first one without it. */
  fetchPage(cursor: string | undefined, signal: AbortSignal): Promise<CursorPage<Item>>
  /** Always the same function: a new one has all pages merged again. */
  idOf: (item: Item) => string
  /** Whether an item changes soon, so that the list is read more often. */
  isActive?(item: Item): boolean
  enabled?: boolean
}

/**
 * A list that is read page by page, newest first. Its first page is read again and again, so that the list is live
 * however long it has become.
 */
export function useCursorList<Item>({ queryKey, fetchPage, idOf, isActive, enabled = true }: CursorListOptions<Item>) {
  const list = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam || undefined, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: CursorPage<Item>) => nextCursor ?? undefined,
    // All pages would be read again, one after the other; the first one is what stays live.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    enabled,
  })
  const head = useQuery({
    queryKey: [...queryKey, 'head'],
    queryFn: ({ signal }) => fetchPage(undefined, signal),
    enabled: enabled && list.isSuccess,
    initialData: list.data?.pages[0],
    initialDataUpdatedAt: list.dataUpdatedAt,
    refetchInterval: ({ state }) => pollingInterval(state.data?.items.some((item) => isActive?.(item)) ?? false),
  })
  const pages = list.data?.pages
  const first = head.data
  const items = useMemo(
    () => mergeHead(first?.items ?? [], pages?.flatMap((page) => [...page.items]) ?? [], idOf),
    [first, pages, idOf],
  )
  return {
    items,
    isPending: list.isPending,
    /** Why nothing, or not the next page, could be read. */
    error: list.error,
    refetch: list.refetch,
    hasNextPage: list.hasNextPage,
    isFetchingNextPage: list.isFetchingNextPage,
    fetchNextPage: list.fetchNextPage,
  }
}
