import { type KeyboardEvent, useRef, useState } from 'react'
import type { Moving } from '../moving/use-moving.ts'

type Step = { days: number; hours: number; rows: number }

/**
 * The effect of each arrow key: `days` and `rows` are columns and rows of the grid, `down` is hours if a row is an
 * hour.
 */
const arrows: Readonly<Record<string, Omit<Step, 'hours'> & { down: number }>> = {
  ArrowLeft: { days: -1, rows: 0, down: 0 },
  ArrowRight: { days: 1, rows: 0, down: 0 },
  ArrowUp: { days: 0, rows: -1, down: -1 },
  ArrowDown: { days: 0, rows: 1, down: 1 },
}

const columns = 7

export interface Grid {
  /** The index of the cell that Tab reaches. */
  current: number
  props: {
    ref: React.RefObject<HTMLTableElement | null>
    onKeyDown(event: KeyboardEvent): void
    onFocus(event: React.FocusEvent): void
  }
}

export interface GridOptions {
  count: number
  /** The index of the cell that Tab reaches initially; cells are counted row by row from 0. */
  initial: number
  moving: Moving
  /** Whether a row of the grid is an hour; otherwise it is a week. */
  hasHours: boolean
  /** Called to show the period before (-1) or after (1). */
  onPage(step: 1 | -1): void
}

/**
 * The keyboard control of a grid of seven columns whose cells have `data-cell` with their index; pass `props` to its
 * table. Arrows go from cell to cell, Enter to the content of a cell, PageUp and PageDown to other periods. While a
 * schedule is moved by keyboard, arrows move it, Enter drops it and Escape ends the move.
 */
export function useGrid({ count, initial, moving, hasHours, onPage }: GridOptions): Grid {
  const ref = useRef<HTMLTableElement>(null)
  const [chosen, setCurrent] = useState(initial)
  const current = Math.min(chosen, count - 1)
  const cellAt = (index: number) => ref.current?.querySelector<HTMLElement>(`[data-cell="${index}"]`)

  const move = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    const keys: Readonly<Record<string, () => void>> = { Enter: moving.drop, ' ': moving.drop, Escape: moving.leave }
    if (arrow) {
      const { days, rows, down } = arrow
      moving.shift(hasHours ? { days, hours: down } : { days: days + rows * columns, hours: 0 })
    } else keys[event.key]?.()
    if (arrow || event.key in keys) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  const go = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      onPage(event.key === 'PageUp' ? -1 : 1)
      return
    }
    if (cell === null) return
    if (event.key === 'Escape' && event.target !== cell) cell.focus()
    if (event.key === 'Enter' && event.target === cell) {
      const inside = cell.querySelector<HTMLElement>('[data-schedule]') ?? cell.querySelector<HTMLElement>('a, button')
      inside?.focus()
      event.preventDefault()
    }
    if (arrow === undefined) return
    event.preventDefault()
    cellAt(Number(cell.dataset['cell']) + arrow.days + arrow.rows * columns)?.focus()
  }

  return {
    current,
    props: {
      ref,
      onKeyDown: (event) => (moving.isByKeyboard ? move(event) : go(event)),
      onFocus: ({ target }) => {
        const cell = target.closest<HTMLElement>('[data-cell]')
        if (cell) setCurrent(Number(cell.dataset['cell']))
      },
    },
  }
}
