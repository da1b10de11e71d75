import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../../ui/icon.tsx'
import { noteNavigation } from '../../../ui/navigation.ts'
import styles from '../calendar.module.css'
import { useCalendarContext } from '../calendar-context.ts'
import { Entry } from '../entry.tsx'
import { isSameTarget, type Target } from '../moving/moved-time.ts'
import type { Placed } from '../placed.ts'
import { GridCell } from './grid-parts.tsx'

export interface CellProps {
  index: number
  target: Target
  /** The day and hour of the cell for screen readers: "Thursday 24 December". */
  label: string
  placed: readonly Placed[]
  /** The maximum number of lines: if there are more schedules, the last line is a link to all of them. */
  max: number
  isCurrent: boolean
  isPast: boolean
  /** The local time for a new post in this cell, such as 2026-12-24T18:00; null if it is too late for one. */
  composeTime: string | null
  /** Whether the cell is outside of the month that is shown. Default: false. */
  isDim?: boolean
  children?: ReactNode
}

/**
 * A cell of the calendar's grid with its schedules, `placed`, on which others can be dropped unless `isPast`. `index`
 * counts the cells row by row from 0; `isCurrent` is true for the one that Tab reaches.
 */
export function Cell(props: CellProps) {
  const { index, target, label, placed, max, isCurrent, isPast, composeTime, isDim = false, children } = props
  const { moving, canChange, composeAt, showAll } = useCalendarContext()
  const tabIndex = isCurrent ? 0 : -1
  const shown = placed.length > max ? placed.slice(0, max - 1) : placed
  const left = placed.length - shown.length
  const count = placed.length === 0 ? 'no posts' : `${placed.length} ${placed.length === 1 ? 'post' : 'posts'}`
  return (
    <GridCell
      tabIndex={tabIndex}
      className={styles['cell']}
      data-cell={index}
      data-past={isPast}
      data-dim={isDim}
      data-target={moving.target !== null && isSameTarget(moving.target, target)}
      onDragOver={(event) => {
        if (isPast || moving.picked === null) return
        event.preventDefault()
        moving.over(target)
      }}
      onDrop={(event) => {
        event.preventDefault()
        moving.drop()
      }}
    >
      <VisuallyHidden>
        {label}, {count}
      </VisuallyHidden>
      {children}
      {shown.map((one) => (
        <Entry key={one.schedule.scheduleId} placed={one} isTabbable={isCurrent} />
      ))}
      {left > 0 && (
        <button type="button" className={styles['left']} tabIndex={tabIndex} onClick={() => showAll(target.day)}>
          +{left} more<VisuallyHidden> on {label}</VisuallyHidden>
        </button>
      )}
      {canChange && composeTime !== null && (
        <Link
          href={composeAt(composeTime)}
          className={styles['add'] ?? ''}
          tabIndex={tabIndex}
          onClick={noteNavigation}
          aria-label={`Schedule a post on ${label}`}
        >
          <Icon name="plus" size={14} />
        </Link>
      )}
    </GridCell>
  )
}
