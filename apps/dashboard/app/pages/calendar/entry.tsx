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

/**
 * The time of a schedule in its own zone, such as "18:00 in Berlin"; null if it has no zone, or that zone has the same
 * time as the calendar's.
 */
export function ownTimeWords({ instant, timeZone }: Schedule['publishAt'], calendarZone: string): string | null {
  if (timeZone === null || isSameClock(instant, timeZone, calendarZone)) return null
  return `${timeIn(instant, timeZone)} in ${cityOf(timeZone)}`
}

/** The text for screen readers of what the icon and the colour of an entry mean: network, account and status. */
function hiddenWords({ schedule }: Placed, account: Account | undefined): string {
  const { name } = networks[schedule.platform]
  return [name, account && accountName(account), statusWords(schedule).label].filter(Boolean).join(', ')
}

export interface EntryProps {
  placed: Placed
  /** Whether Tab reaches the entry; within a grid, true only for the entries of the current cell. */
  isTabbable: boolean
}

/**
 * A schedule in the calendar: a link that opens its dialog. It can be dragged, or moved with the key M, if the session
 * may change it and it has not been taken or ended.
 */
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
