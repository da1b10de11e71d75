import { type InfiniteData, type QueryKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CursorPage, mergeHead } from './merge-head.ts'
import { pollingInterval } from './polling.ts'

export interface CursorListOptions<Item> {
  queryKey: QueryKey
  /**
   * Reads the page that begins at a cursor, which is the `nextCursor` of the page before; undefined for the first page.
   */
  fetchPage(cursor: string | undefined, signal: AbortSignal): Promise<CursorPage<Item>>
  /**
   * Returns the unique id of an item. Pass the same function at each rendering: a new one has all pages merged again.
   */
  idOf: (item: Item) => string
  /**
   * Whether an item is expected to change soon. While one on the first page is, that page is read every 2 instead of 15
   * seconds.
   */
  isActive?(item: Item): boolean
  enabled?: boolean
}

/** The maximum number of items that the first page keeps of what has come in, so that a list can stay open for days. */
const maxKept = 2_000

/**
 * A list that is read page by page, in the order of the service. Its first page is polled, so that new items appear
 * however many pages are loaded; later pages are read again only if `queryKey` is invalidated. If more items have come
 * in since the last poll than a page has, or too many since the list was opened, it begins again.
 */
export function useCursorList<Item>({ queryKey, fetchPage, idOf, isActive, enabled = true }: CursorListOptions<Item>) {
  const client = useQueryClient()
  const pagesKey = [...queryKey, 'pages']
  const list = useInfiniteQuery({
    queryKey: pagesKey,
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
    queryFn: async ({ signal }) => {
      const page = await fetchPage(undefined, signal)
      // New items are kept with the pages, since the next first page may not contain them.
      client.setQueryData<InfiniteData<CursorPage<Item>, string>>(pagesKey, (before) => {
        if (!before) return before
        const merged = mergeHead(page, before.pages, idOf)
        const pages = (merged[0]?.items.length ?? 0) > maxKept ? [page] : merged
        return { pages, pageParams: before.pageParams.slice(0, pages.length) }
      })
      return page
    },
    // Also after the next page could not be read.
    enabled: enabled && list.data !== undefined,
    initialData: list.data?.pages[0],
    initialDataUpdatedAt: list.dataUpdatedAt,
    refetchInterval: ({ state }) => pollingInterval(state.data?.items.some((item) => isActive?.(item)) ?? false),
  })
  const pages = list.data?.pages
  const first = head.data
  const items = useMemo(
    () => (first ? mergeHead(first, pages ?? [], idOf).flatMap((page) => [...page.items]) : []),
    [first, pages, idOf],
  )
  return {
    items,
    isPending: list.isPending,
    /** The error of reading the first or the next page; null otherwise. Errors of polling are not reported. */
    error: list.error,
    refetch: list.refetch,
    hasNextPage: list.hasNextPage,
    isFetchingNextPage: list.isFetchingNextPage,
    fetchNextPage: list.fetchNextPage,
  }
}
