import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './virtual-list.module.css'

interface Heights {
  narrow: number
  wide: number
}

export interface VirtualListProps<Item> {
  label: string
  items: readonly Item[]
  /**
   * Returns the unique key of an item. Pass the same function at each rendering: a new one has the places of all items
   * computed again.
   */
  keyOf: (item: Item) => string
  /**
   * The height in pixels of most items, in narrow windows (phones) and in wide ones. Each item is measured once it is
   * shown; only items of another height move those below them.
   */
  heights: Heights
  renderItem(item: Item, index: number): ReactNode
  /**
   * Called when one of the last five items comes into view or near it, and again after each change of the number of
   * items or of this function; also while a page is already being read.
   */
  onEnd?: () => void
}

const nearEnd = 5
/** The media query of narrow windows; the same as in the style sheets. */
const narrow = '(max-width: 47.99em)'

interface RowProps {
  item: unknown
  index: number
  renderItem(item: unknown, index: number): ReactNode
}

/**
 * An item of the list. Scrolling renders the list for every frame; an item is rendered again only if it, its index or
 * `renderItem` has changed.
 */
const Row = memo(function Row({ item, index, renderItem }: RowProps) {
  return renderItem(item, index)
})

/**
 * A list of any length that scrolls with the page and contains only the items in view. The arrow keys move between the
 * first link or button of each item. `label` is its name for screen readers.
 */
export function VirtualList<Item>({ label, items, keyOf, heights, renderItem, onEnd }: VirtualListProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), [])
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => (isNarrow ? heights.narrow : heights.wide),
    overscan: 4,
    scrollMargin: offset,
    getItemKey,
  })
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (items.length > 0 && last >= items.length - nearEnd) onEnd?.()
  }, [last, items.length, onEnd])

  function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const current = document.activeElement?.closest<HTMLElement>('[data-index]')
    if (step === undefined || !current || /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? ''))
      return
    const next = Number(current.dataset['index']) + step
    if (next < 0 || next >= items.length) return
    event.preventDefault()
    virtualizer.scrollToIndex(next, { align: 'auto' })
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${next}"] :is(a[href], button)`)?.focus(),
    )
  }

  return (
    <ul
      ref={list}
      className={styles['list']}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={moveFocus}
    >
      {shown.map(({ key, index, start }) => {
        const item = items[index]
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={styles['item']}
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            {item !== undefined && <Row item={item} index={index} renderItem={renderItem} />}
          </li>
        )
      })}
    </ul>
  )
}
