import { verdictOn } from '../calm.ts'
import { campaignFaults, judgeCampaigns } from '../campaigns/check-campaigns.ts'
import { type Fault, faultCount } from '../check.ts'
import type { Cluster } from '../cluster.ts'
import { storedOf } from '../delivery.ts'
import { judgeReplies } from '../journaled/reply-check.ts'
import { judgeSends, sendFaults } from '../journaled/send-check.ts'
import { networks } from '../networks.ts'
import type { Asked } from './traffic.ts'

export interface StallVerdict {
  /** How many faults there are, and what each of them is. */
  faults: number
  found: string[]
  /** What came of everything that was asked, by kind and status. */
  statuses: Record<string, Record<string, number>>
}

interface Evidence {
  asked: Asked
  numberAccountId: string
  /** When calls to the networks failed, by the clock of this machine in ms; null where they did not. */
  cut: { from: number; to: number } | null
  /** Until when writes may end, by the same clock. */
  until: number
}

function named(kind: string, faults: Record<string, Fault[]>, allowed: readonly string[] = []): string[] {
  return Object.entries(faults)
    .filter(([name]) => !allowed.includes(name))
    .flatMap(([name, all]) => all.map(({ mark, found }) => `${kind} ${name} ${mark}: ${found}`))
}

/** Holds everything that was asked during a stall against the journal, the lists of the API and the networks. */
export async function judgeStall(
  cluster: Cluster,
  { asked, numberAccountId, cut, until }: Evidence,
): Promise<StallVerdict> {
  const hangs = cut ? networks.map(({ platform }) => ({ platform, ...cut })) : []
  const posts = await verdictOn(cluster, asked.orders, hangs)
  const replies = await judgeReplies(cluster, asked.replies)
  const sends = await judgeSends(cluster, asked.sends, until)
  const campaigns = await judgeCampaigns(cluster, asked.creations)
  const stored = Map.groupBy(await storedOf(cluster, numberAccountId), (id) => id)
  const lost = asked.webhooks.filter((id) => !stored.has(id)).map((id) => `webhook lost: ${id}`)
  const doubled = asked.webhooks.filter((id) => (stored.get(id)?.length ?? 0) > 1).map((id) => `webhook doubled: ${id}`)
  // The API reported these as unknown; while networks cannot be called, a reply may fail for that alone.
  const allowed = cut ? (['unknown', 'healthyFailure'] as const) : (['unknown'] as const)
  return {
    faults:
      faultCount(posts) +
      faultCount(replies, allowed) +
      sendFaults(sends) +
      campaignFaults(campaigns) +
      lost.length +
      doubled.length,
    found: [
      ...named('publish', posts.faults),
      ...named('reply', replies.faults, allowed),
      ...named('message', sends.faults),
      ...named('campaign', campaigns.faults),
      ...lost,
      ...doubled,
    ],
    statuses: {
      publishes: { ...posts.statuses, ...posts.failures },
      rejected: posts.rejected,
      replies: replies.responses,
      messages: sends.responses,
      campaigns: campaigns.responses,
      webhooks: { stored: asked.webhooks.length - lost.length },
    },
  }
}
