import type { Account, Schedule } from '@carillon/client'
import { createContext, use } from 'react'
import type { Moving } from './moving/use-moving.ts'

/** The dialog that is open, and the schedule that it is about. */
export interface Opened {
  kind: 'details' | 'move' | 'release' | 'cancel'
  scheduleId: string
}

/** The values and functions that the parts of the calendar share. */
export interface CalendarContextValue {
  /** The IANA time zone in which the calendar shows times and days. */
  timeZone: string
  accountOf(accountId: string): Account | undefined
  /** The title of a schedule's post in a few words; "…" until the facts about posts are loaded. */
  titleOf(schedule: Schedule): string
  /** Whether the session may change schedules. */
  canChange: boolean
  moving: Moving
  open(opened: Opened): void
  /**
   * The path of the composer for a post at a local time (2026-12-24T18:00), on the calendar's account if it has one.
   */
  composeAt(local: string): string
  /** Switches to the list, which shows all schedules from a day (YYYY-MM-DD) on. */
  showAll(day: string): void
}

export const CalendarContext = createContext<CalendarContextValue | null>(null)

export function useCalendarContext(): CalendarContextValue {
  const value = use(CalendarContext)
  if (value === null) throw new Error('This part belongs into a calendar.')
  return value
}
