import { operationsElsewhere } from '../process-state/operations-elsewhere.ts'

/**
 * Returns a PromQL expression for the calls per second to each network in ten minutes, without those to other hosts.
 * @param series the end of the name of the histogram's series
 * @param matchers further matchers of labels
 */
export function callsPerNetwork(series: 'count' | 'bucket', ...matchers: readonly string[]): string {
  const elsewhere = operationsElsewhere.join('|').replaceAll('.', '[.]')
  const labels = [`operation!~"${elsewhere}"`, ...matchers].join()
  return `sum by (network) (rate(carillon_network_call_duration_seconds_${series}{${labels}}[10m]))`
}
