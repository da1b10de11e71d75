import type { CallContext } from '../call-context.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, isObject, numberOf } from '../json.ts'
import { codesOf } from './codes.ts'
import { unknownObject } from './errors.ts'

/** Metrics that are read in one call, and the function that reads all or some of them. */
interface MetricGroup {
  metrics: readonly string[]
  read(metrics: readonly string[]): Promise<Fields[]>
}

/** The result of reading a group: the reported metrics, and the rejected ones. */
interface GroupReading {
  entries: Fields[]
  dropped: string[]
  /** Set if the network rejected every metric of the group. */
  failure: ProviderError | null
}

/** Returns whether an error is Graph's rejection of a parameter, such as a metric that it no longer reports. */
function isInvalidParameter(thrown: unknown): thrown is ProviderError {
  if (!(thrown instanceof ProviderError)) return false
  const { code, subcode } = codesOf(thrown)
  return code === 100 && subcode !== unknownObject.subcode
}

/** Reads the entries of one metric; returns the error if the network rejects the metric, and throws any other error. */
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
 * Reads groups of metrics, one call for each group, and returns the entries of each, in the order of the groups. Meta
 * rejects a whole call if it no longer reports one of the metrics. In that case each metric is read separately, and the
 * rejected ones are omitted and passed to `noteDroppedMetric`.
 * @throws ProviderError the rejection, if every metric of every group is rejected, since the cause then lies elsewhere;
 *   any other error of `read` is thrown unchanged
 * @see https://developers.facebook.com/documentation/pages-api/platforminsights/page/deprecated-metrics (read
 *   2026-11-20)
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

/**
 * Returns the value of a metric: a number, or the sum of the parts into which Meta breaks it down; null for any other
 * value.
 */
export function metricValue(value: unknown): number | null {
  if (!isObject(value)) return numberOf(value)
  const parts = Object.values(value).flatMap((part) => metricValue(part) ?? [])
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0)
}
