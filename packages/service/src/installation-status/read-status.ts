import { type NetworkCalls, type PublishCount, sumNetworkCalls, sumPublishes } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { configuredPlatforms } from '../config/configured-platforms.ts'
import type { Context } from '../context.ts'
import type { InstallationStatus, OutcomeCounts } from '../process-state/status.ts'
import { blameOf } from './blame.ts'
import { networkState, stateMinutes } from './network-state.ts'

/** The number of days whose publishes the status page shows. */
export const shownDays = 90
const dayMs = 86_400_000
/** Milliseconds for which a process reuses the status that it has read, so that visitors cause no further queries. */
const keptMs = 15_000

const noCounts = (): OutcomeCounts => ({
  published: 0,
  failed: { post: 0, account: 0, network: 0, carillon: 0 },
  unknown: 0,
  open: 0,
})

function sumOf(rows: readonly PublishCount[]): OutcomeCounts {
  const counts = noCounts()
  for (const { status, code, publishes } of rows) {
    if (status === 'succeeded') counts.published += publishes
    else if (status === 'failed') counts.failed[blameOf(code)] += publishes
    else if (status === 'unknown') counts.unknown += publishes
    else counts.open += publishes
  }
  return counts
}

/**
 * Reads the state of the networks in the last minutes, over all processes, and the counted publishes of 90 days. It
 * contains no data of a single organization.
 */
async function readStatus({ db, config, now }: Pick<Context, 'db' | 'config' | 'now'>): Promise<InstallationStatus> {
  const at = now()
  const today = Math.floor(at.getTime() / dayMs) * dayMs
  const [calls, publishes] = await Promise.all([
    sumNetworkCalls(db, new Date(at.getTime() - stateMinutes * 60_000)),
    sumPublishes(db, new Date(today - (shownDays - 1) * dayMs)),
  ])
  const callsOf = (platform: Platform): NetworkCalls =>
    calls.find(({ network }) => network === platform) ?? { network: platform, calls: 0, failed: 0, slow: 0 }
  return {
    at: at.toISOString(),
    networks: configuredPlatforms(config).map((platform) => {
      const { network, ...counts } = callsOf(platform)
      return { platform: network, state: networkState({ network, ...counts }), ...counts }
    }),
    publishes: {
      days: shownDays,
      total: sumOf(publishes),
      networks: [...Map.groupBy(publishes, ({ network }) => network)].map(([platform, rows]) => ({
        platform,
        ...sumOf(rows),
      })),
      daily: [...Map.groupBy(publishes, ({ day }) => day)].map(([day, rows]) => ({ day, ...sumOf(rows) })),
    },
  }
}

/**
 * Returns the state of the networks in the last ten minutes and the counts of publishes of 90 days, for the public
 * status page. A process reuses the result for 15 s, then reads the database again; if that fails, its error is thrown.
 */
export async function currentStatus(context: Context): Promise<InstallationStatus> {
  const { state, now } = context
  const known = state.status.read
  if (known && now().getTime() - Date.parse(known.at) < keptMs) return known
  return state.status.reads.share('status', async () => {
    state.status.read = await readStatus(context)
    return state.status.read
  })
}
