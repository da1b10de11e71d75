import { type ReactNode, useCallback } from 'react'
import { ListStates, type ListStatesProps } from './list-states.tsx'
import { VirtualList, type VirtualListProps } from './virtual-list.tsx'

export interface CursorListViewProps<Item> extends Omit<VirtualListProps<Item>, 'items' | 'onEnd'> {
  /** A list of `useCursorList`. */
  list: Required<ListStatesProps['list']> & { items: readonly Item[] }
  empty: ReactNode
  /** What one item is called, and several: "entry" and "entries". */
  nouns: readonly [one: string, many: string]
}

/** A long list in all its states. Scrolling to its end reads the next page. */
export function CursorListView<Item>({ list, empty, nouns: [one, many], ...view }: CursorListViewProps<Item>) {
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
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
