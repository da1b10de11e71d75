import { useCallback } from 'react'
import { today } from '../../data/ranges.ts'
import { viewerZone } from '../../data/schedules/zoned-time.ts'
import { useNow } from '../../ui/now.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { type View, views } from './period.ts'

const isView = (text: string | null): text is View => views.some((view) => view === text)
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

function isZone(text: string | null): text is string {
  try {
    return text !== null && new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What the calendar shows, as the URL says it: view, day, zone and account. */
export interface Calendar {
  view: View
  /** A day of what is shown. */
  day: string
  /** The zone whose clocks the calendar goes by; the viewer's at first. */
  timeZone: string
  accountId: string | null
  today: string
  setView(view: View): void
  setDay(day: string): void
  setZone(zone: string | null): void
  setAccount(accountId: string | null): void
}

/** What the calendar shows. Values of the URL that are not valid are ignored. */
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
