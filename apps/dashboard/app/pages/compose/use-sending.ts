import type { Account, Platform, Publish } from '@carillon/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Change, Draft, Sending } from './draft/draft.ts'
import { keepSent } from './draft/sent-drafts.ts'
import { bodyOf, type Sending as SendingOptions } from './form/body.ts'
import type { PostForm } from './form/post-schema.ts'
import { findOutcome, sendPublish } from './send-publish.ts'

/** A chosen account with the form of its network. */
export interface Target {
  account: Account
  form: PostForm
}

/** The outcome of one publish request. */
export type Sent =
  | { account: Account; state: 'sending' }
  | { account: Account; state: 'sent'; publish: Publish }
  | { account: Account; state: 'failed'; error: unknown }

export interface SendingProps {
  draft: Draft
  change: Change<Draft>
  /** Stores a draft in the browser. */
  store(draft: Draft): Promise<void>
  accounts: readonly Account[]
  optionsFor(platform: Platform): Omit<SendingOptions, 'purpose'>
}

const without = (accountId: string) => (before: Draft) => ({
  ...before,
  sendings: before.sendings.filter((one) => one.accountId !== accountId),
})

/** Published: the account leaves the draft. */
const published = (accountId: string) => (before: Draft) => ({
  ...without(accountId)(before),
  accountIds: before.accountIds.filter((id) => id !== accountId),
})

/**
 * Sends a draft: one publish for each account. Each request is noted with the draft before it is sent, so that a tab that
 * was closed meanwhile publishes nothing twice.
 */
export function useSending({ draft, change, store, accounts, optionsFor }: SendingProps) {
  const client = useQueryClient()
  const [pending] = useState(draft.sendings)
  const accountOf = (id: string) => accounts.find(({ accountId }) => accountId === id)
  const [sent, setSent] = useState<readonly Sent[]>(() =>
    pending.flatMap(({ accountId }) => {
      const account = accountOf(accountId)
      return account ? [{ account, state: 'sending' } as const] : []
    }),
  )
  const note = useCallback(
    (one: Sent) => setSent((all) => [...all.filter(({ account }) => account.accountId !== one.account.accountId), one]),
    [],
  )
  const follow = useCallback(
    async (account: Account, outcome: Promise<Publish>) => {
      const { accountId } = account
      try {
        note({ account, state: 'sent', publish: await outcome })
        change(published(accountId))
      } catch (error) {
        note({ account, state: 'failed', error })
        change(without(accountId))
      }
      await client.invalidateQueries({ queryKey: ['publishes'] })
    },
    [change, client, note],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requests of an earlier visit are followed once.
  useEffect(() => {
    for (const { accountId, requestId, at } of pending) {
      const account = accountOf(accountId)
      const outcome = findOutcome(requestId, at).then((publish) => publish ?? Promise.reject(new Error(notSent)))
      if (account) follow(account, outcome).catch(reportError)
    }
  }, [])
  async function send(targets: readonly Target[]) {
    const at = Date.now()
    const noted = targets.map(({ account, form }) => ({
      account,
      form,
      sending: { accountId: account.accountId, requestId: crypto.randomUUID(), at } satisfies Sending,
    }))
    const next = { ...draft, reason: null, sendings: noted.map(({ sending }) => sending) }
    for (const { account } of noted) note({ account, state: 'sending' })
    change(() => next)
    await store(next)
    await Promise.allSettled(noted.map(({ account, sending }) => keepSent(draft, account, sending)))
    await Promise.all(
      noted.map(({ account, form, sending }) => {
        const options = { account, ...optionsFor(account.platform), purpose: 'publish' } as const
        return follow(
          account,
          bodyOf(form, draft, options).then((body) => sendPublish(body, sending)),
        )
      }),
    )
  }
  return { sent, send, clear: () => setSent([]) }
}

const notSent = 'The request did not arrive before the page was closed. Nothing was published.'
