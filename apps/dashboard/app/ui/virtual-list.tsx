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
  /** The same function while the items are the same: a new one has the places of all items computed again. */
  keyOf: (item: Item) => string
  /**
   * How many pixels high most items are, on a phone and elsewhere. Each is measured once it is shown; an item of that
   * height moves no other.
   */
  heights: Heights
  renderItem(item: Item, index: number): ReactNode
  /** Called when the last items come into view. */
  onEnd?: () => void
}

const nearEnd = 5
/** As in the style sheets. */
const narrow = '(max-width: 47.99em)'

interface RowProps {
  item: unknown
  index: number
  renderItem(item: unknown, index: number): ReactNode
}

/** Scrolling renders the list for every frame; an item is rendered again only once it or what draws it has changed. */
const Row = memo(function Row({ item, index, renderItem }: RowProps) {
  return renderItem(item, index)
})

/**
 * A list of any length that scrolls with the page; only what is in view exists. The arrow keys move between the first
 * link or button of each item.
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
