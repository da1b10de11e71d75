import { operationsElsewhere } from '../process-state/operations-elsewhere.ts'

/**
 * Returns PromQL for the calls per second to each network, over ten minutes and without calls to other hosts
 * (`operationsElsewhere`).
 * @param series `count` for all calls, `bucket` for the calls in the histogram bucket that `matchers` select
 * @param matchers further matchers of labels
 */
export function callsPerNetwork(series: 'count' | 'bucket', ...matchers: readonly string[]): string {
  const elsewhere = operationsElsewhere.join('|').replaceAll('.', '[.]')
  const labels = [`operation!~"${elsewhere}"`, ...matchers].join()
  return `sum by (network) (rate(carillon_network_call_duration_seconds_${series}{${labels}}[10m]))`
}
