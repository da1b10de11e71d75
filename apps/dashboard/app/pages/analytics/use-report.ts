import type { Account } from '@carillon/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import type { Capability, Facts } from '../../data/facts.ts'
import type { Range } from '../../data/ranges.ts'
import { networks } from '../../ui/networks.ts'
import type { Fields } from './blocks.ts'

const prefix = 'analytics.'

export interface Report {
  /** The last part of the report's path in the API, such as `account-insights`. */
  id: string
  title: string
  cell: Capability
}

/** The reports that a social network has, from the capability matrix, in its order. */
export function reportsOf({ capabilities }: Pick<Facts, 'capabilities'>, platform: Account['platform']): Report[] {
  return Object.entries(capabilities)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, { title, cells }]) => ({ id: name.slice(prefix.length), title, cell: cells[platform] }))
    .filter(({ cell }) => cell !== false)
}

/** The names of the social networks that have reports. */
export function networksWithReports({ capabilities }: Pick<Facts, 'capabilities'>): string[] {
  const rows = Object.entries(capabilities).filter(([name]) => name.startsWith(prefix))
  const cells = rows.flatMap(([, row]) => Object.entries(row.cells))
  return Object.entries(networks)
    .filter(([platform]) => cells.some(([one, cell]) => one === platform && cell !== false))
    .map(([, { name }]) => name)
}

type ReportPath = Extract<Parameters<typeof api.get>[0], `/analytics/${string}`>

/** Whether a path is one of a report. Only a type guard: which reports a network has follows from the capabilities. */
const isReportPath = (path: string): path is ReportPath => path.startsWith('/analytics/')

export interface ReportOptions {
  range: Range | null
  videoIds: readonly string[]
}

/**
 * Reads a report from the social network, for which every read is a call: it is reused for 5 minutes, and not read
 * again when the window gets the focus. `range` null: the default days; `videoIds` empty: the default videos.
 */
export function reportQuery(account: Account, report: Report, { range, videoIds }: ReportOptions) {
  const { accountId, profileId, platform } = account
  return queryOptions({
    queryKey: ['analytics', accountId, report.id, range, videoIds.join()],
    queryFn: async ({ signal }): Promise<Fields> => {
      const path = `/analytics/${platform}/${report.id}`
      if (!isReportPath(path)) throw new Error(`${path} is not a report.`)
      const query = { accountId, profileId, ...range, ...(videoIds.length > 0 && { videoIds: videoIds.join() }) }
      const { data } = await api.get(path, { query, signal })
      return data
    },
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
}

export function useReport(
  account: Account,
  report: Report,
  { isWanted = true, ...options }: ReportOptions & { isWanted?: boolean },
) {
  return useQuery({ ...reportQuery(account, report, options), enabled: isWanted })
}
