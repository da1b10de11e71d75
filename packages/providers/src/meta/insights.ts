import type { CallContext } from '../call-context.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, isObject, numberOf } from '../json.ts'
import { codesOf } from './codes.ts'
import { unknownObject } from './errors.ts'

/** Metrics that are read in one call, and how. */
export interface MetricGroup {
  metrics: readonly string[]
  read(metrics: readonly string[]): Promise<Fields[]>
}

/** What reading a group brought: the metrics that the network reports, or which of them it rejected. */
interface GroupReading {
  entries: Fields[]
  dropped: string[]
  /** The rejection, if the network rejected every metric of the group. */
  failure: ProviderError | null
}

/** Whether Graph rejected a parameter, as it does for a whole call when one of its metrics is no longer reported. */
function isInvalidParameter(thrown: unknown): thrown is ProviderError {
  if (!(thrown instanceof ProviderError)) return false
  const { code, subcode } = codesOf(thrown)
  return code === 100 && subcode !== unknownObject.subcode
}

/** Entries of one metric, or why the network rejects it. */
async function readAlone({ read }: MetricGroup, metric: string): Promise<Fields[] | ProviderError> {
  try {
    return await read([metric])
  } catch (error) {
    if (isInvalidParameter(error)) return error
    throw error
  }
}

async function readGroup(group: MetricGroup): Promise<GroupReading> {
  const { metrics, read } = group
  try {
    return { entries: await read(metrics), dropped: [], failure: null }
  } catch (error) {
    if (!isInvalidParameter(error)) throw error
    const alone = await Promise.all(metrics.map(async (metric) => ({ metric, found: await readAlone(group, metric) })))
    const dropped = alone.filter(({ found }) => found instanceof ProviderError).map(({ metric }) => metric)
    const entries = alone.flatMap(({ found }) => (found instanceof ProviderError ? [] : found))
    return { entries, dropped, failure: dropped.length === metrics.length ? error : null }
  }
}

/**
 * The entries of `data` of all groups. Graph rejects a whole call for one metric that it no longer reports: such a metric is
 * found by asking for each alone, left out and noted. If no metric is accepted, the fault lies elsewhere and is thrown.
 *
 * @see https://developers.facebook.com/documentation/pages-api/platforminsights/page/deprecated-metrics (read 2026-11-20)
 */
export async function readMetrics(
  call: Pick<CallContext, 'noteDroppedMetric'>,
  groups: readonly MetricGroup[],
): Promise<Fields[][]> {
  const readings = await Promise.all(groups.map(readGroup))
  const failures = readings.flatMap(({ failure }) => failure ?? [])
  const [first] = failures
  if (first && failures.length === groups.length) throw first
  for (const metric of readings.flatMap(({ dropped }) => dropped)) call.noteDroppedMetric(metric)
  return readings.map(({ entries }) => entries)
}

/** A value of a metric: a number, or the sum of the parts that Graph breaks it down into. */
export function metricValue(value: unknown): number | null {
  if (!isObject(value)) return numberOf(value)
  const parts = Object.values(value).flatMap((part) => metricValue(part) ?? [])
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0)
}
