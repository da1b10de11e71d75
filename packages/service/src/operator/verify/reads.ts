import { analyticsOperations } from '@carillon/contract'
import { readCredential } from '@carillon/database'
import { addDays, type Platform, resolveReportQuery, supports } from '@carillon/domain'
import type { Adapter, CallContext } from '@carillon/providers'
import { refreshCredentials } from '../../credentials/refresh-credentials.ts'
import { reportOf } from '../../reports/read-report.ts'
import type { Check } from './check.ts'
import { callForTrial, type Trial } from './trial.ts'

const none = { runId: null, keep: async () => {} }

/** Reads that an adapter offers, with the names of their checks. */
type Reads = [check: string, run: (call: CallContext) => Promise<unknown>][]

function readsOfPosts({ posts, comments }: Adapter<Platform>): Reads {
  const reads: Reads = []
  if (posts) {
    reads.push([
      'list posts',
      async (call) => {
        const { next } = await posts.list(call, null)
        if (next !== null) await posts.list(call, next)
      },
    ])
  }
  if (comments) {
    reads.push([
      'read comments',
      async (call) => {
        const recent = await comments.recentPosts(call)
        const post = recent.find(({ commentsCount }) => (commentsCount ?? 0) > 0) ?? recent[0]
        if (comments.newest) await comments.newest(call)
        if (!post) return
        await comments.post(call, post.id)
        const page = await comments.page(call, { postId: post.id, cursor: null })
        const parentId = page.comments.find((comment) => comment.parentId !== null)?.parentId ?? page.comments[0]?.id
        if (parentId) await comments.replies(call, { postId: post.id, parentId, cursor: null })
      },
    ])
  }
  return reads
}

function readsOfMessages({ messages }: Adapter<Platform>): Reads {
  if (!messages) return []
  return [
    [
      'read messages',
      async (call) => {
        const { conversations } = await messages.conversations(call, { since: null, cursor: null })
        const [conversation] = conversations
        if (conversation) await messages.messages(call, { ...conversation, messages: null })
      },
    ],
  ]
}

function readsOfAds({ ads }: Adapter<Platform>, { context, signal }: Trial): Reads {
  if (!ads) return []
  return [
    ['list businesses', (call) => ads.listBusinesses(call)],
    [
      'read ads',
      async (call) => {
        const [adAccount] = await ads.listAdAccounts(call)
        if (!adAccount) return
        const { id: adAccountId, currency } = await ads.readAdAccount(call, adAccount.id)
        await ads.readTree(call, { adAccountId, currency, campaignId: null, effectiveStatus: null }, signal)
        const today = context.now().toISOString().slice(0, 10)
        const days = { startDate: addDays(today, -7), endDate: today }
        await ads.readInsights(call, { adAccountId, level: 'campaign', ...days, campaignId: null }, none)
      },
    ],
    ['list leads', (call) => ads.listLeads(call, { formId: null, since: null, cursor: null })],
  ]
}

function readsOfReports(trial: Trial): Check[] {
  const { context, account } = trial
  const rows = Object.values(analyticsOperations).filter(({ platform }) => platform === account.platform)
  return rows.map((row) => ({
    check: `read the report ${row.capability.slice('analytics.'.length)}`,
    async run() {
      const report = await reportOf(context, row)
      const query = resolveReportQuery({}, { ...row, now: context.now() })
      await callForTrial(trial, (call) => report(call, query))
    },
  }))
}

/**
 * Returns checks for all reads that Carillon supports on the platform of an account: posts, comments, messages, reports
 * and ads, and whether the network has verified the media URL. On a platform whose accounts are connected by a login,
 * the first check refreshes the token and stores it.
 */
export async function readsOf(trial: Trial): Promise<Check[]> {
  const { context, account } = trial
  const adapter = await context.registry.adapter(account.platform)
  const checksOf = (reads: Reads): Check[] =>
    reads.map(([check, read]) => ({
      check,
      async run() {
        await callForTrial(trial, read)
      },
    }))
  const { publish } = adapter
  const takesMediaFrom = publish && 'takesMediaFrom' in publish ? publish.takesMediaFrom : undefined
  return [
    ...(supports('connect', account.platform) ? [{ check: 'refresh the token', run: () => refresh(trial) }] : []),
    ...checksOf(takesMediaFrom ? [['read whether the media URL is verified', takesMediaFrom]] : []),
    ...checksOf(readsOfPosts(adapter)),
    ...checksOf(readsOfMessages(adapter)),
    ...readsOfReports(trial),
    ...checksOf(readsOfAds(adapter, trial)),
  ]
}

async function refresh({ context, account, requestId }: Trial): Promise<void> {
  const row = await readCredential(context.db, account.id)
  if (row) await refreshCredentials(context, { account, requestId, seen: row.generation })
}
