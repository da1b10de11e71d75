import type { Account, AdAccountList, AdBusinessList } from '@carillon/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import type { Range } from '../../data/ranges.ts'
import { unchecked } from '../../data/unchecked.ts'
import { notifyLost } from '../../ui/notify.ts'

export type AdAccount = AdAccountList['adAccounts'][number]
export type Business = AdBusinessList['businesses'][number]
export type Advertiser = Pick<Account, 'accountId' | 'profileId'>

/**
 * Cache options: each read counts against a rate limit of the network, so that data is read again after a change, on
 * request, or when it is shown again after a minute.
 */
const live = { staleTime: 60_000, refetchOnWindowFocus: false } as const

const about = ({ accountId, profileId }: Advertiser) => ({ accountId, profileId })

export function useAdAccounts(account: Advertiser) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'accounts'],
    queryFn: async ({ signal }) => (await api.get('/ads/accounts', { query: about(account), signal })).data,
    ...live,
  })
}

/** One ad account, read from the network: the list of ad accounts can be 15 minutes old. */
export function useAdAccount(account: Advertiser, adAccountId: string) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'account', adAccountId],
    queryFn: async ({ signal }) => {
      const at = { path: { adAccountId }, query: about(account), signal }
      return (await api.get('/ads/accounts/{adAccountId}', at)).data
    },
    ...live,
  })
}

/** The businesses to which the user who connected the account belongs. */
export function useBusinesses(account: Advertiser) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'businesses'],
    queryFn: async ({ signal }) => (await api.get('/ads/businesses', { query: about(account), signal })).data,
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

/** The daily figures of all campaigns over the default range of the API: the 28 days up to yesterday. */
export function useCampaignInsights(account: Advertiser, adAccountId: string) {
  return useQuery({
    queryKey: ['ads', account.accountId, 'campaign-insights', adAccountId],
    queryFn: async ({ signal }) => {
      const query = { ...about(account), adAccountId, level: 'campaign' as const }
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

/** The newest posts of the Page, one page of them, to be promoted. */
export function usePosts(account: Advertiser) {
  return useQuery({
    queryKey: ['posts', account.accountId],
    queryFn: async ({ signal }) => (await api.get('/posts', { query: about(account), signal })).data,
    ...live,
  })
}

/** A request body without the fields that name the account; applied to each variant of a union. */
type Sent<Body> = Body extends unknown ? Omit<Body, 'accountId' | 'profileId'> : never

/** The fields of an ad account that can be changed; at least one is sent. */
export type AdAccountChange = Partial<Sent<Parameters<typeof api.patch<'/ads/accounts/{adAccountId}'>>[1]['body']>>
export type NewAdAccount = Sent<Parameters<typeof api.post<'/ads/accounts'>>[1]['body']>
export type ObjectStatus = Parameters<typeof api.put<'/ads/status'>>[1]['body']['status']
export type NewCampaign = Sent<Parameters<typeof api.post<'/ads/campaigns'>>[1]['body']>

/**
 * The mutations of the ads pages. Each is sent once, never retried; all ads data of the account is read again after it,
 * also after an error.
 */
export function useAdsActions(account: Advertiser) {
  const client = useQueryClient()
  // After an error as well: something may have happened all the same.
  const onSettled = () => client.invalidateQueries({ queryKey: ['ads', account.accountId] })
  const setStatus = useMutation({
    mutationFn: async (change: { adAccountId: string; id: string; status: ObjectStatus }): Promise<void> => {
      await api.put('/ads/status', { body: { ...about(account), ...change } })
    },
    onSettled,
  })
  const changeAccount = useMutation({
    mutationFn: async ({ adAccountId, ...change }: AdAccountChange & { adAccountId: string }): Promise<void> => {
      await api.patch('/ads/accounts/{adAccountId}', {
        path: { adAccountId },
        body: unchecked({ ...about(account), ...change }),
      })
    },
    onSettled,
  })
  const createAccount = useMutation({
    mutationFn: async (adAccount: NewAdAccount): Promise<AdAccount> =>
      (await api.post('/ads/accounts', { body: { ...about(account), ...adAccount } })).data.adAccount,
    onSettled,
  })
  const create = useMutation({
    mutationFn: async (campaign: NewCampaign): Promise<void> => {
      await api.post('/ads/campaigns', { body: { ...about(account), ...campaign }, onLost: notifyLost })
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
  return { setStatus, changeAccount, createAccount, create, remove }
}
