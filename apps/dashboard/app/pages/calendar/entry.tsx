import type { Account, Schedule } from '@carillon/client'
import { VisuallyHidden } from '@mantine/core'
import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'wouter'
import { isOpen } from '../../data/schedules/schedules.ts'
import { cityOf, isSameClock, timeIn } from '../../data/schedules/zoned-time.ts'
import { accountName } from '../../ui/account-name.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import styles from './calendar.module.css'
import { useCalendarContext } from './calendar-context.ts'
import type { Placed } from './placed.ts'
import { statusWords } from './schedule-status.ts'

/** The time of a schedule in its own zone, if that is not what the clocks of the calendar show: 18:00 in Berlin. */
export function ownTimeWords({ instant, timeZone }: Schedule['publishAt'], calendarZone: string): string | null {
  if (timeZone === null || isSameClock(instant, timeZone, calendarZone)) return null
  return `${timeIn(instant, timeZone)} in ${cityOf(timeZone)}`
}

/** What the mark and the colours of an entry mean, as it is read out. */
function hiddenWords({ schedule }: Placed, account: Account | undefined): string {
  const { name } = networks[schedule.platform]
  return [name, account && accountName(account), statusWords(schedule).label].filter(Boolean).join(', ')
}

export interface EntryProps {
  placed: Placed
  /** Whether Tab reaches it; within a grid, only the entries of the current cell are reached. */
  isTabbable: boolean
}

/** A schedule in the calendar: a link that opens it, can be dragged, and is moved with M. */
export function Entry({ placed, isTabbable }: EntryProps) {
  const { timeZone, accountOf, titleOf, canChange, open, moving } = useCalendarContext()
  const { schedule, time } = placed
  const { scheduleId, platform, publishAt } = schedule
  const title = titleOf(schedule)
  const ownTime = ownTimeWords(publishAt, timeZone)
  const { color } = statusWords(schedule)
  const isMovable = canChange && isOpen(schedule)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isMovable || event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    moving.pickUp(placed)
  }
  const onClick = (event: MouseEvent) => {
    // With a key it is opened in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open({ kind: 'details', scheduleId })
  }
  return (
    <Link
      href={`/calendar/${scheduleId}`}
      className={styles['entry'] ?? ''}
      tabIndex={isTabbable ? 0 : -1}
      data-schedule={scheduleId}
      data-color={color}
      data-picked={moving.picked?.schedule.scheduleId === scheduleId}
      {...(isMovable && { 'aria-keyshortcuts': 'M' })}
      draggable={isMovable}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        moving.drag(placed)
      }}
      onDragEnd={moving.leave}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <NetworkIcon platform={platform} size={16} named />
      <span className={styles['words']}>
        <span className={styles['time']}>{time}</span> <bdi dir="auto">{title}</bdi>
        {ownTime && <span className={styles['own']}> {ownTime}</span>}
      </span>
      <VisuallyHidden> {hiddenWords(placed, accountOf(schedule.accountId))}</VisuallyHidden>
    </Link>
  )
}
