/** The result with which an asynchronous report run ends. */
export type ReportOutcome = 'completed' | 'failed' | 'skipped' | 'stuck'

/** Settings that `POST /person/ads-settings` changes while the sandbox runs. */
export interface AdsSettings {
  /** The app's access tier: decides how many calls an ad account takes. */
  tier: 'limited' | 'full'
  /** How long a new ad waits for its review. */
  reviewMs: number
  /** How long a report run takes. */
  reportMs: number
  /** How reports that are started from now on end. */
  reportOutcome: ReportOutcome
  /** The maximum size of a list page, in objects times fields. A larger page is rejected as too much data. */
  maxCells: number
  /** The maximum number of rows of insights without a report run. */
  maxSyncRows: number
}

const OUTCOMES: ReportOutcome[] = ['completed', 'failed', 'skipped', 'stuck']

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const CHECKS: { [Name in keyof AdsSettings]: { ok(value: unknown): boolean; says: string } } = {
  tier: { ok: (value) => value === 'limited' || value === 'full', says: 'limited or full' },
  reviewMs: { ok: isCount, says: 'whole milliseconds' },
  reportMs: { ok: isCount, says: 'whole milliseconds' },
  reportOutcome: { ok: (value) => OUTCOMES.some((outcome) => outcome === value), says: OUTCOMES.join(', ') },
  maxCells: { ok: isCount, says: 'a whole number' },
  maxSyncRows: { ok: isCount, says: 'a whole number' },
}

/** The default settings of the Marketing API, which `POST /person/ads-settings` changes. */
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

/** Applies the settings in `body`; throws a `RangeError` that names the first wrong field. */
export function changeSettings(settings: AdsSettings, body: Record<string, unknown>): AdsSettings {
  const turned = Object.entries(body).filter(([name]) => name !== 'network')
  for (const [name, value] of turned) {
    const check = Object.entries(CHECKS).find(([known]) => known === name)?.[1]
    if (check === undefined) throw new RangeError(`${name}: one of ${Object.keys(CHECKS).join(', ')}`)
    if (!check.ok(value)) throw new RangeError(`${name}: ${check.says}`)
  }
  return Object.assign(settings, Object.fromEntries(turned))
}
