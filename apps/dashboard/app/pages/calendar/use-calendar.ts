import { useCallback } from 'react'
import { isDay } from '../../data/days.ts'
import { today } from '../../data/ranges.ts'
import { viewerZone } from '../../data/schedules/zoned-time.ts'
import { useNow } from '../../ui/now.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { type View, views } from './period.ts'

const isView = (text: string | null): text is View => views.some((view) => view === text)

function isZone(text: string | null): text is string {
  try {
    return text !== null && new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The part of the calendar that is shown, as the URL says, with functions that change the URL. */
export interface Calendar {
  view: View
  /** A day (YYYY-MM-DD) of the month or week that is shown, or the first day of the list. Default: today. */
  day: string
  /** The IANA time zone in which times and days are shown. Default: the browser's, also after `setZone(null)`. */
  timeZone: string
  accountId: string | null
  today: string
  setView(view: View): void
  setDay(day: string): void
  setZone(zone: string | null): void
  setAccount(accountId: string | null): void
}

/**
 * Reads what the calendar shows from the URL. Views, days and zones that are not valid are ignored; the default view is
 * the week.
 */
export function useCalendar(): Calendar {
  const [view, setView] = useQueryParam('view')
  const [day, setDay] = useQueryParam('day')
  const [zone, setZone] = useQueryParam('zone')
  const [accountId, setAccount] = useQueryParam('account')
  const now = useNow()
  const timeZone = isZone(zone) ? zone : viewerZone()
  const current = today(now, timeZone)
  return {
    view: isView(view) ? view : 'week',
    day: isDay(day) ? day : current,
    timeZone,
    accountId,
    today: current,
    setView: useCallback((next: View) => setView(next), [setView]),
    setDay: useCallback((next: string) => setDay(next), [setDay]),
    setZone,
    setAccount,
  }
}
