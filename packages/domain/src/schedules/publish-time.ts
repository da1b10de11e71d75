import { fieldError } from '@carillon/errors'

/** A time as a request states it: an RFC 3339 time with an offset, or a local time in a time zone. */
export type RequestedTime = string | { local: string; timeZone: string }

/** When a schedule is due, and the time as it was requested. */
export interface PublishTime {
  instant: Date
  /** The local time that was requested; null for a time with an offset. */
  local: string | null
  timeZone: string | null
  /** How `instant` differs from the requested time, for humans; null if it does not. */
  note: string | null
}

/** The minimum and maximum time in ms after which a schedule can be due: one minute and 366 days. */
export const scheduleAhead = { minMs: 60_000, maxMs: 366 * 86_400_000 } as const

/** Matches names of IANA time zones. Offsets such as `+01:00` do not match. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** Returns the name of an IANA time zone in its usual spelling; null for an unknown name. */
function zoneOf(name: string): string | null {
  if (!zoneName.test(name)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

/**
 * Returns the name of an IANA time zone in its usual spelling: `europe/berlin` as `Europe/Berlin`. An alias, such as
 * `US/Eastern`, stays.
 * @param path the path of the name in the request, for the error
 * @throws ServiceError `invalid_request` for an unknown name
 */
export function requireZone(name: string, path: string[]): string {
  const zone = zoneOf(name)
  if (zone !== null) return zone
  throw fieldError({ path, message: `"${name}" is not a zone of the IANA database, such as Europe/Berlin` })
}

const clockOf = (time: Temporal.PlainDateTime): string =>
  time.toPlainTime().toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' })

/**
 * Returns the instant of a local time (ISO 8601 without an offset) in a time zone. For a local time that clocks skip,
 * it is the first instant after the gap; for a time that clocks show twice, the first of the two instants. In both
 * cases `note` is a message that says so; otherwise `note` is null.
 * @param timeZone a name that `requireZone` has returned
 * @throws RangeError if `local` is not a time of the calendar
 */
export function instantOf(local: string, timeZone: string): { instant: Date; note: string | null } {
  const time = Temporal.PlainDateTime.from(local)
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    time.toZonedDateTime(timeZone, { disambiguation }),
  )
  if (earlier === undefined || later === undefined) throw new Error('a local time has an earlier and a later reading')
  const at = (zoned: Temporal.ZonedDateTime) => new Date(zoned.epochMilliseconds)
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { instant: at(earlier), note: null }
  const day = time.toPlainDate().toString()
  if (earlier.toPlainDateTime().equals(time)) {
    const note = `Clocks in ${timeZone} show ${clockOf(time)} twice on ${day}; the first time is used.`
    return { instant: at(earlier), note }
  }
  const end = earlier.getTimeZoneTransition('next') ?? later
  const note = `Clocks in ${timeZone} skip ${clockOf(time)} on ${day}; the first time after it, ${clockOf(end.toPlainDateTime())}, is used.`
  return { instant: at(end), note }
}

/**
 * Returns the instant of an RFC 3339 time. Fractions of a millisecond are rounded up, so that nothing is due too early.
 */
function instantIn(text: string): Date {
  const upper = text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59')
  const rounded = /\.\d{3}\d*[1-9]/.test(upper) ? 1 : 0
  return new Date(new Date(upper.replace(/(\.\d{3})\d+/, '$1')).getTime() + rounded)
}

const invalid = (path: string[], message: string) => fieldError({ path: ['publishAt', ...path], message })

function isLocalTime(local: string): boolean {
  try {
    Temporal.PlainDateTime.from(local, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}

/**
 * Converts the time in a request to an instant. A time with an offset is not checked, as schema validation has done
 * that; a local time is converted as by `instantOf`, whose `note` is returned.
 * @throws ServiceError `invalid_request` for an unknown time zone, or a local date that does not exist (30 February)
 */
export function requestedTime(requested: RequestedTime): PublishTime {
  if (typeof requested === 'string') {
    return { instant: instantIn(requested), local: null, timeZone: null, note: null }
  }
  const { local } = requested
  const timeZone = requireZone(requested.timeZone, ['publishAt', 'timeZone'])
  if (!isLocalTime(local)) throw invalid(['local'], `"${local}" is not a day of the calendar`)
  return { ...instantOf(local, timeZone), local, timeZone }
}

/**
 * Checks that a time is at least one minute and at most 366 days after `now`.
 * @throws ServiceError `invalid_request`
 */
export function requireAhead({ instant }: Pick<PublishTime, 'instant'>, now: Date): void {
  const ahead = instant.getTime() - now.getTime()
  const named = `it is ${instant.toISOString()}`
  if (ahead < scheduleAhead.minMs) {
    throw invalid([], `at least one minute ahead is required, after ${now.toISOString()}; ${named}`)
  }
  if (ahead > scheduleAhead.maxMs) {
    throw invalid(
      [],
      `at most one year (366 days) ahead is possible, before ${new Date(now.getTime() + scheduleAhead.maxMs).toISOString()}; ${named}`,
    )
  }
}
