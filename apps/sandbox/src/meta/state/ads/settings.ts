/**
 * How the preparation of a report ends: with the rows (`completed`), with an error (`failed`), with neither
 * (`skipped`), or never (`stuck`, with the status `Job Running`).
 */
export type ReportOutcome = 'completed' | 'failed' | 'skipped' | 'stuck'

/** The settings of the Marketing API that `POST /person/ads-settings` changes. */
export interface AdsSettings {
  /** The app's access tier: the rate limit of ad accounts, and whether the app can create ad accounts (`full`). */
  tier: 'limited' | 'full'
  /** The time in ms until a new ad is reviewed. */
  reviewMs: number
  /** The time in ms that preparing a report takes. */
  reportMs: number
  /** The outcome of reports that are started from now on. */
  reportOutcome: ReportOutcome
  /** The maximum size of a list page, in objects times fields. A larger page is rejected as too much data. */
  maxCells: number
  /** The maximum number of rows of insights without a report run. */
  maxSyncRows: number
}

const OUTCOMES: ReportOutcome[] = ['completed', 'failed', 'skipped', 'stuck']

const MAX_MS = 3650 * 86_400_000

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isTime = (value: unknown) => isCount(value) && Number(value) <= MAX_MS

const CHECKS: { [Name in keyof AdsSettings]: { ok(value: unknown): boolean; says: string } } = {
  tier: { ok: (value) => value === 'limited' || value === 'full', says: 'limited or full' },
  reviewMs: { ok: isTime, says: `whole milliseconds up to ${MAX_MS}` },
  reportMs: { ok: isTime, says: `whole milliseconds up to ${MAX_MS}` },
  reportOutcome: { ok: (value) => OUTCOMES.some((outcome) => outcome === value), says: OUTCOMES.join(', ') },
  maxCells: { ok: isCount, says: 'a whole number' },
  maxSyncRows: { ok: isCount, says: 'a whole number' },
}

/** Creates the default settings of the Marketing API. */
export function createSettings(): AdsSettings {
  return {
    tier: 'full',
    reviewMs: 15 * 60_000,
    reportMs: 300,
    reportOutcome: 'completed',
    maxCells: 6_000,
    maxSyncRows: 10_000,
  }
}

/**
 * Changes `settings` to the values in `body`, in which `network` is ignored, and returns all settings.
 * @throws RangeError that names the first unknown or invalid field; nothing is changed then
 */
export function changeSettings(settings: AdsSettings, body: Record<string, unknown>): AdsSettings {
  const turned = Object.entries(body).filter(([name]) => name !== 'network')
  for (const [name, value] of turned) {
    const check = Object.entries(CHECKS).find(([known]) => known === name)?.[1]
    if (check === undefined) throw new RangeError(`${name}: one of ${Object.keys(CHECKS).join(', ')}`)
    if (!check.ok(value)) throw new RangeError(`${name}: ${check.says}`)
  }
  return Object.assign(settings, Object.fromEntries(turned))
}
