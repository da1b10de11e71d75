import { Rejection } from '../rejection.ts'
import type { Store } from '../store/store.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const blockedFor = 5 * minute

function tooMany(message = 'Due to too many requests, please try again later.'): Rejection {
  return new Rejection('throttled', message)
}

/**
 * Counts a call at `now` (ms since the epoch) against the limits of the app, which apply to all accounts and endpoints
 * together; a limit that is null allows any number of calls. Nothing is counted while all limits are null. Too many
 * calls in a second are rejected; too many in a minute block the app for five minutes, and too many on a day until
 * midnight UTC.
 * @throws Rejection `throttled` for a call above a limit, and while the app is blocked
 */
function countForApp({ limits, appUse }: Store, now: number): void {
  const { appPerSecond, appPerMinute, appPerDay } = limits
  if (appPerSecond === null && appPerMinute === null && appPerDay === null) return
  if (now < appUse.blockedUntil) throw tooMany()
  const today = Math.floor(now / day)
  if (appUse.day !== today) Object.assign(appUse, { day: today, callsOfDay: 0 })
  appUse.moments = appUse.moments.filter((moment) => moment > now - minute)
  const ofSecond = appUse.moments.filter((moment) => moment > now - second).length
  if (appPerSecond !== null && ofSecond >= appPerSecond)
    throw tooMany('App reaches the QPS limit, please try again later.')
  if (appPerMinute !== null && appUse.moments.length >= appPerMinute) appUse.blockedUntil = now + blockedFor
  if (appPerDay !== null && appUse.callsOfDay >= appPerDay) appUse.blockedUntil = (today + 1) * day
  if (now < appUse.blockedUntil) throw tooMany()
  appUse.moments.push(now)
  appUse.callsOfDay += 1
}

/**
 * Counts a call at `now` (ms since the epoch) towards the limits of the app (`countForApp`) and towards that of `key`,
 * which stands for an account and endpoint: `limits.requestsPerMinute` calls in 60 seconds. A call above the limit of
 * `key` blocks `key` for five minutes. Whether calls during a block prolong the block is not documented: here they do
 * not.
 * @throws Rejection `throttled` for a call above a limit of the app or of `key`, and while either is blocked
 * @see https://business-api.tiktok.com/portal/docs/rate-limits/v1.3 (captured 2026-08-09)
 */
export function countCall(store: Store, now: number, key: string): void {
  countForApp(store, now)
  const { moments, blockedUntil } = store.throttles.get(key) ?? { moments: [], blockedUntil: 0 }
  const recent = moments.filter((moment) => moment > now - minute)
  const blocked = now < blockedUntil
  if (blocked || recent.length >= store.limits.requestsPerMinute) {
    store.throttles.set(key, { moments: recent, blockedUntil: blocked ? blockedUntil : now + blockedFor })
    throw tooMany()
  }
  store.throttles.set(key, { moments: [...recent, now], blockedUntil: 0 })
}
