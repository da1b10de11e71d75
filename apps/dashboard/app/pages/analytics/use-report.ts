import type { Account } from '@carillon/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import type { Capability, Facts } from '../../data/facts.ts'
import type { Range } from '../../data/ranges.ts'
import type { Fields } from './blocks.ts'

const prefix = 'analytics.'

export interface Report {
  /** As in its path, such as `account-insights`. */
  id: string
  title: string
  cell: Capability
}

/** The reports of a social network, by the capabilities. */
export function reportsOf({ capabilities }: Pick<Facts, 'capabilities'>, platform: Account['platform']): Report[] {
  return Object.entries(capabilities)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, { title, cells }]) => ({ id: name.slice(prefix.length), title, cell: cells[platform] }))
    .filter(({ cell }) => cell !== false)
}

type ReportPath = Extract<Parameters<typeof api.get>[0], `/analytics/${string}`>

/** Reads a report live. Every reading is a call to the social network: it is repeated when somebody asks for it. */
export function useReport(account: Account, report: Report, range: Range | null) {
  const { accountId, profileId, platform } = account
  return useQuery({
    queryKey: ['analytics', accountId, report.id, range],
    queryFn: async ({ signal }): Promise<Fields> => {
      // Which reports a network has, the capabilities say; the paths follow from that.
      const path = `/analytics/${platform}/${report.id}` as ReportPath
      const { data } = await api.get(path, { query: { accountId, profileId, ...range }, signal })
      return data
    },
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
}
