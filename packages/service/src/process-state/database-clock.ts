import type { ProcessLogger } from '@carillon/log'

/** Two clocks of a machine, in ms: the wall clock, which can be set, and a monotonic clock, which never goes back. */
export interface MachineClock {
  wall(): number
  monotonic(): number
}

/** The time by the clock of the database, which all processes share, calculated without a query. */
interface DatabaseClock {
  now(): Date
  /** Returns the milliseconds by which the clock of the database was ahead of the machine's at the last comparison. */
  aheadMs(): number
  /**
   * Compares the machine's clock with that of the database. Afterwards, reading the time compares them again in the
   * background, each minute and after a step of the machine's clock. Until a comparison has succeeded, `now` is the
   * machine's time. Never rejects: a failed comparison is logged, and retried when the time is read.
   */
  follow(): Promise<void>
}

const everyMs = 60_000
/** The pause in ms after a failed comparison. */
const pauseMs = 1_000
/**
 * The maximum difference in ms between the machine's two clocks since the last comparison. More means that the wall
 * clock was set or the machine was suspended.
 */
const stepMs = 1_000

/**
 * The maximum difference in ms between the clocks of machine and database at which neither is taken to be far wrong.
 */
const maxApartMs = 3_600_000

/**
 * Returns whether the clocks of the machine and the database differ by more than an hour, as last compared. What cannot
 * be undone must then not be decided by the time.
 */
export function areFarApart({ clockAheadMs }: { clockAheadMs(): number }): boolean {
  return Math.abs(clockAheadMs()) > maxApartMs
}

const usual: MachineClock = { wall: () => Date.now(), monotonic: () => performance.now() }

interface ClockOptions {
  /** Reads the time from the database. */
  read(): Promise<Date>
  log: Pick<ProcessLogger, 'info' | 'warn'>
  machine?: MachineClock | undefined
}

function differenceText(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const where = aheadMs > 0 ? 'behind' : 'ahead of'
  return `The clock of the machine is ${seconds} s ${where} that of the database. Set the wrong one by NTP.`
}

export function createDatabaseClock({ read, log, machine = usual }: ClockOptions): DatabaseClock {
  /** The milliseconds by which the clock of the database is ahead of the machine's. */
  let aheadMs = 0
  let compared: { wall: number; monotonic: number } | undefined
  let isFollowing = false
  let hasFailed = false
  let triedAt = 0
  let comparing: Promise<void> | undefined

  async function compare(): Promise<void> {
    const [wall, monotonic] = [machine.wall(), machine.monotonic()]
    triedAt = monotonic
    const at = (await read()).getTime()
    const passed = machine.monotonic() - monotonic
    // The database responded within that time: a difference that fits is kept.
    const found = Math.min(Math.max(aheadMs, at - wall - passed), at - wall)
    if (Math.abs(found - aheadMs) > stepMs) {
      if (Math.abs(found) > stepMs) {
        log.warn({ detail: differenceText(found) }, 'clock differs from that of the database, which is used')
      } else log.info({}, 'clock agrees with that of the database again')
    }
    aheadMs = found
    compared = { wall, monotonic }
    hasFailed = false
  }

  function noteFailure(error: unknown): void {
    hasFailed = true
    log.warn({ err: error }, 'clock not compared with that of the database')
  }

  /** Compares the clocks, or waits for a comparison in progress. Never rejects. */
  function compareOnce(): Promise<void> {
    comparing ??= compare().finally(() => {
      comparing = undefined
    })
    return comparing.catch(noteFailure)
  }

  function now(): Date {
    const [wall, monotonic] = [machine.wall(), machine.monotonic()]
    const expected = compared === undefined ? wall : compared.wall + monotonic - compared.monotonic
    const isStep = Math.abs(wall - expected) > stepMs
    const waitMs = isStep || hasFailed ? pauseMs : everyMs
    if (isFollowing && monotonic - triedAt >= waitMs) compareOnce().catch(noteFailure)
    // After a step back, the clock that cannot be set is right; after a suspension, the other one is.
    return new Date(aheadMs + (isStep ? Math.max(wall, expected) : wall))
  }

  return {
    now,
    aheadMs: () => aheadMs,
    follow() {
      isFollowing = true
      return compareOnce()
    },
  }
}
