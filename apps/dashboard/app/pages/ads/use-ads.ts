import type { Account, AdAccountList } from '@carillon/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import type { Range } from '../../data/ranges.ts'

export type AdAccount = AdAccountList['adAccounts'][number]
export type Advertiser = Pick<Account, 'accountId' | 'profileId'>

/** Readings count against a limit of the network: they are repeated after a change and on request. */
const live = { staleTime: 60_000, refetchOnWindowFocus: false } as const

const about = ({ accountId, profileId }: Advertiser) => ({ accountId, profileId })

export function useAdAccounts(account: Advertiser) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'accounts'],
    queryFn: async ({ signal }) => (await api.get('/ads/accounts', { query: about(account), signal })).data,
    ...live,
  })
}

type TreeQuery = Parameters<typeof api.get<'/ads/tree'>>[1]['query']

export function useTree(account: Advertiser, adAccountId: string, state: string | null) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'tree', adAccountId, state],
    queryFn: async ({ signal }) => {
      const query: TreeQuery = { ...about(account), adAccountId, ...(state && { effectiveStatus: state }) }
      return (await api.get('/ads/tree', { query, signal })).data
    },
    ...live,
  })
}

export function useSpend(account: Advertiser, adAccountId: string, range: Range | null) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'insights', adAccountId, range],
    queryFn: async ({ signal }) => {
      const query = { ...about(account), adAccountId, level: 'account' as const, ...range }
      return (await api.get('/ads/insights', { query, signal })).data
    },
    ...live,
  })
}

export function useLeads(account: Advertiser, formId: string | null) {
  return useInfiniteQuery({
    queryKey: ['ads', account.accountId, 'leads', formId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...about(account), ...(formId && { formId }), ...(pageParam && { cursor: pageParam }) }
      return (await api.get('/ads/leads', { query, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...live,
  })
}

/** The posts of the Page that can be promoted. */
export function usePosts(account: Advertiser) {
  return useQuery({
    queryKey: ['posts', account.accountId],
    queryFn: async ({ signal }) => (await api.get('/posts', { query: about(account), signal })).data,
    ...live,
  })
}

type NewCampaign = Omit<Parameters<typeof api.post<'/ads/campaigns'>>[1]['body'], 'accountId' | 'profileId'>

/** What can be changed. Each change is sent once; what is shown is what is read after it. */
export function useAdsActions(account: Advertiser) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['ads', account.accountId] })
  // What has happened is not always known after an error either.
  const onSettled = onSuccess
  const setStatus = useMutation({
    mutationFn: async (change: { adAccountId: string; id: string; status: 'active' | 'paused' }): Promise<void> => {
      await api.put('/ads/status', { body: { ...about(account), ...change } })
    },
    onSettled,
  })
  const setSpendCap = useMutation({
    mutationFn: async ({ adAccountId, spendCap }: { adAccountId: string; spendCap: number | null }): Promise<void> => {
      await api.patch('/ads/accounts/{adAccountId}', { path: { adAccountId }, body: { ...about(account), spendCap } })
    },
    onSettled,
  })
  const create = useMutation({
    mutationFn: async (campaign: NewCampaign): Promise<void> => {
      await api.post('/ads/campaigns', { body: { ...about(account), ...campaign } })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async ({ adAccountId, campaignId }: { adAccountId: string; campaignId: string }): Promise<void> => {
      await api.delete('/ads/campaigns/{campaignId}', {
        path: { campaignId },
        query: { ...about(account), adAccountId },
      })
    },
    onSettled,
  })
  return { setStatus, setSpendCap, create, remove }
}
