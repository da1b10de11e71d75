import { type Fault, readRows } from '../check.ts'
import type { Cluster, Json } from '../cluster.ts'
import type { Creation } from './run-campaigns.ts'

const faultKinds = ['doubled', 'lost', 'incomplete', 'leftOver', 'wrongIds', 'unfinished', 'unknown'] as const
type FaultKind = (typeof faultKinds)[number]

export interface CampaignVerdict {
  creations: number
  /** By how the write ended; `none` where nothing was accepted. */
  statuses: Record<string, number>
  /** By what customers were told. */
  responses: Record<string, number>
  failures: Record<string, number>
  /** Steps that were settled by reading the network, and steps that were repeated since something was not there. */
  reconciled: number
  repeated: number
  /** Objects that could not be deleted and were named. */
  named: number
  faults: Record<FaultKind, Fault[]>
}

interface Held {
  id: string
  name: string
  status: string
  campaignId?: string
  objectStoryId?: string
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

function count(into: Record<string, number>, key: string): void {
  into[key] = (into[key] ?? 0) + 1
}

const isThere = ({ status }: Held) => status !== 'DELETED'

/** Objects whose name is a mark, alone or with what we add to it. */
function byMark(held: readonly Held[]): Map<string, Held[]> {
  return Map.groupBy(held, ({ name }) => /^no\d+z(?=$| )/.exec(name)?.[0] ?? '')
}

function leftoversOf(row: Row | undefined): string[] {
  const details: Json = row?.error && 'details' in row.error ? row.error.details : undefined
  return (details?.leftovers ?? []).map(({ id }: Json) => id)
}

/** Holds what customers were told and what the journal says against everything that the network holds. */
export async function judgeCampaigns(cluster: Cluster, creations: readonly Creation[]): Promise<CampaignVerdict> {
  const faults: CampaignVerdict['faults'] = {
    ...{ doubled: [], lost: [], incomplete: [], leftOver: [], wrongIds: [], unfinished: [], unknown: [] },
  }
  const verdict: CampaignVerdict = {
    ...{ creations: creations.length, statuses: {}, responses: {}, failures: {}, reconciled: 0, repeated: 0, named: 0 },
    faults,
  }
  const { ads } = (await cluster.sandbox('GET', '/state/facebook')).body
  const campaigns = byMark(ads.campaigns)
  const creatives = byMark(ads.creatives)
  const children = (list: Held[], campaign: Held) =>
    list.filter((one) => one.campaignId === campaign.id && isThere(one)).length
  const rows = Map.groupBy(await readRows(cluster, 'campaign.create'), ({ request_id }) => request_id)

  for (const { mark, posts, response, campaignId } of creations) {
    const fault = (kind: FaultKind, found: string) => void faults[kind].push({ mark, found })
    const [row, ...more] = rows.get(mark) ?? []
    const made = campaigns.get(mark) ?? []
    const stories = creatives.get(mark) ?? []
    count(verdict.responses, response)
    count(verdict.statuses, row?.status ?? 'none')
    if (row?.error) count(verdict.failures, row.error.code)
    verdict.reconciled += row?.outcomes.filter((outcome) => outcome === 'reconciled').length ?? 0
    verdict.repeated += row?.outcomes.filter((outcome) => outcome === 'absent').length ?? 0
    if (more.length > 0) fault('doubled', `${more.length + 1} writes for one request`)
    if (made.length > 1) fault('doubled', `campaigns ${made.map(({ id, name }) => `${id} ${name}`).join(', ')}`)
    const perPost = Map.groupBy(stories, ({ objectStoryId }) => objectStoryId)
    for (const [post, same] of perPost) if (same.length > 1) fault('doubled', `${same.length} creatives of ${post}`)
    if (row && row.wake_at !== null) fault('unfinished', `${row.status}, attempt ${row.attempt}`)
    if (row?.status === 'unknown') fault('unknown', String(row.error?.message))
    const there = made.filter(isThere)
    if (row?.status === 'succeeded') {
      const [campaign] = there
      if (!campaign) fault('lost', 'created, and not there')
      else {
        const found = [children(ads.adSets, campaign), children(ads.ads, campaign), stories.filter(isThere).length]
        if (campaign.name !== mark) fault('incomplete', `its name is ${campaign.name}`)
        if (found.join() !== [1, posts, posts].join()) fault('incomplete', `${found} of 1,${posts},${posts}`)
        if (campaignId !== null && campaignId !== campaign.id) fault('wrongIds', `${campaignId}, not ${campaign.id}`)
      }
    } else if (row?.wake_at == null) {
      const named = leftoversOf(row)
      verdict.named += named.length
      const unnamed = [...there, ...stories.filter(isThere)].filter(({ id }) => !named.includes(id))
      for (const { id, name } of unnamed) fault('leftOver', `${id} ${name}`)
      if (response === 'created') fault('lost', `it was said to be created, and is ${row?.status ?? 'unknown to us'}`)
    }
  }
  return verdict
}

export function campaignFaults({ faults }: CampaignVerdict): number {
  return faultKinds.reduce((sum, kind) => sum + faults[kind].length, 0)
}
