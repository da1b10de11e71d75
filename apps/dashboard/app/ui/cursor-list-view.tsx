import { type ReactNode, useCallback } from 'react'
import { ListStates, type ListStatesProps } from './list-states.tsx'
import { VirtualList, type VirtualListProps } from './virtual-list.tsx'

export interface CursorListViewProps<Item> extends Omit<VirtualListProps<Item>, 'items' | 'onEnd'> {
  /** The result of `useCursorList`. */
  list: Required<ListStatesProps['list']> & { items: readonly Item[] }
  empty: ReactNode
  /** The nouns for one item and for several: "entry" and "entries". */
  nouns: readonly [one: string, many: string]
}

/**
 * A long list in all its states: loading, failed, `empty`, or its items. The next page is read when the last items come
 * into view; if that fails, a button reads it again.
 */
export function CursorListView<Item>({ list, empty, nouns: [one, many], ...view }: CursorListViewProps<Item>) {
  const { items, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // After an error, the user or the next poll tries again.
  const canRead = hasNextPage && !isFetchingNextPage && !error
  const onEnd = useCallback(() => {
    if (canRead) fetchNextPage()
  }, [canRead, fetchNextPage])
  return (
    <ListStates
      list={list}
      isEmpty={items.length === 0}
      empty={empty}
      end={`End of the list: ${items.length} ${items.length === 1 ? one : many}`}
    >
      <VirtualList {...view} items={items} onEnd={onEnd} />
    </ListStates>
  )
}
