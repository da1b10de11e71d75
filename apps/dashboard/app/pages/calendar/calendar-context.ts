import type { Account, Schedule } from '@carillon/client'
import { createContext, use } from 'react'
import type { Moving } from './moving/use-moving.ts'

/** What is done with a schedule in a dialog. */
export interface Opened {
  kind: 'details' | 'move' | 'release' | 'cancel'
  scheduleId: string
}

/** What the parts of the calendar have in common. */
export interface CalendarContextValue {
  /** The zone whose clocks the calendar goes by. */
  timeZone: string
  accountOf(accountId: string): Account | undefined
  /** A post in a few words. */
  titleOf(schedule: Schedule): string
  /** Whether the session may change schedules. */
  canChange: boolean
  moving: Moving
  open(opened: Opened): void
  /** Where a post is composed for a time of the calendar, such as 2026-12-24T18:00. */
  composeAt(local: string): string
  /** Shows all schedules from a day on. */
  showAll(day: string): void
}

export const CalendarContext = createContext<CalendarContextValue | null>(null)

export function useCalendarContext(): CalendarContextValue {
  const value = use(CalendarContext)
  if (value === null) throw new Error('This part belongs into a calendar.')
  return value
}
