import { analyticsOperations } from '@carillon/contract'
import { readCredential } from '@carillon/database'
import { addDays, resolveReportQuery, supports } from '@carillon/domain'
import type { CallContext } from '@carillon/providers'
import { refreshCredentials } from '../../credentials/refresh-credentials.ts'
import { reportOf } from '../../reports/read-report.ts'
import type { Check } from './check.ts'
import { callForTrial, type Trial } from './trial.ts'

const none = { runId: null, keep: async () => {} }

/** All reads that Carillon supports on an account, ordered so that later reads can use the results of earlier ones. */
export async function readsOf(trial: Trial): Promise<Check[]> {
  const { context, account, signal } = trial
  const adapter = await context.registry.adapter(account.platform)
  const call = <T>(work: (call: CallContext) => Promise<T>): Promise<T> => callForTrial(trial, work)
  const reads: Check[] = []
  const add = (check: string, run: () => Promise<unknown>) =>
    reads.push({
      check,
      async run() {
        await run()
      },
    })

  if (supports('connect', account.platform)) add('refresh the token', () => refresh(trial))
  const { posts, comments, messages, ads, publish } = adapter
  if (publish && 'takesMediaFrom' in publish && publish.takesMediaFrom) {
    const isVerified = publish.takesMediaFrom
    add('read whether the media URL is verified', () => call((own) => isVerified(own)))
  }
  if (posts) {
    add('list posts', () =>
      call(async (own) => {
        const { next } = await posts.list(own, null)
        if (next !== null) await posts.list(own, next)
      }),
    )
  }
  if (comments) {
    add('read comments', () =>
      call(async (own) => {
        const recent = await comments.recentPosts(own)
        const post = recent.find(({ commentsCount }) => (commentsCount ?? 0) > 0) ?? recent[0]
        if (comments.newest) await comments.newest(own)
        if (!post) return
        await comments.post(own, post.id)
        const page = await comments.page(own, { postId: post.id, cursor: null })
        const parentId = page.comments.find((comment) => comment.parentId !== null)?.parentId ?? page.comments[0]?.id
        if (parentId) await comments.replies(own, { postId: post.id, parentId, cursor: null })
      }),
    )
  }
  if (messages) {
    add('read messages', () =>
      call(async (own) => {
        const { conversations } = await messages.conversations(own, { since: null, cursor: null })
        const [conversation] = conversations
        if (conversation) await messages.messages(own, { ...conversation, messages: null })
      }),
    )
  }
  for (const row of Object.values(analyticsOperations).filter(({ platform }) => platform === account.platform)) {
    add(`read the report ${row.capability.slice('analytics.'.length)}`, async () => {
      const report = await reportOf(context, row)
      const query = resolveReportQuery({}, { ...row, now: context.now() })
      await call((own) => report(own, query))
    })
  }
  if (ads) {
    add('list businesses', () => call((own) => ads.listBusinesses(own)))
    add('read ads', () =>
      call(async (own) => {
        const [adAccount] = await ads.listAdAccounts(own)
        if (!adAccount) return
        const { id: adAccountId, currency } = await ads.readAdAccount(own, adAccount.id)
        await ads.readTree(own, { adAccountId, currency, campaignId: null, effectiveStatus: null }, signal)
        const today = context.now().toISOString().slice(0, 10)
        const days = { startDate: addDays(today, -7), endDate: today }
        await ads.readInsights(own, { adAccountId, level: 'campaign', ...days, campaignId: null }, none)
      }),
    )
    add('list leads', () => call((own) => ads.listLeads(own, { formId: null, since: null, cursor: null })))
  }
  return reads
}

async function refresh({ context, account, requestId }: Trial): Promise<void> {
  const row = await readCredential(context.db, account.id)
  if (row) await refreshCredentials(context, { account, requestId, seen: row.generation })
}
