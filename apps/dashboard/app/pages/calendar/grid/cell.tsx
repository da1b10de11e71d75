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
  /** What the cell is about, as it is read out: Thursday 24 December. */
  label: string
  placed: readonly Placed[]
  /** How many schedules are shown; the others are a link away. */
  max: number
  isCurrent: boolean
  isPast: boolean
  /** The time at which a post is composed here, such as 2026-12-24T18:00; null where it is too late. */
  composeTime: string | null
  /** Whether it is outside of the period. */
  isDim?: boolean
  children?: ReactNode
}

/** A place of the calendar with its schedules, on which others can be dropped. */
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
