import { type Account, isApiError, type Platform, type Publish, type Schedule } from '@carillon/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { isOpen } from '../../data/schedules/schedules.ts'
import type { Change, Draft, Sending } from './draft/draft.ts'
import { keepChange, keepSent, keepUntilDue, purgeSent } from './draft/sent-drafts.ts'
import { bodyOf, type Sending as SendingOptions } from './form/body.ts'
import type { PostForm } from './form/post-schema.ts'
import { findSchedule, sendSchedule } from './schedule/send-schedule.ts'
import { decidedAt, findOutcome } from './send-once.ts'
import { findPublish, sendPublish } from './send-publish.ts'

/** A chosen account with the form of its network. */
export interface Target {
  account: Account
  form: PostForm
}

/**
 * The state of the request for one account; `lost` is one whose response was lost and whose result is looked up, which
 * is decided by `until` (ms since 1970); `failed` is one that stored nothing, or whose outcome could not be determined.
 */
export type Sent =
  | { account: Account; state: 'sending' }
  | { account: Account; state: 'lost'; until: number }
  | { account: Account; state: 'sent'; publish: Publish }
  | { account: Account; state: 'scheduled'; schedule: Schedule }
  | { account: Account; state: 'failed'; error: unknown }

/** The result of a request that was stored. */
type Outcome = { state: 'sent'; publish: Publish } | { state: 'scheduled'; schedule: Schedule }

const publishedAs = (publish: Publish): Outcome => ({ state: 'sent', publish })
const scheduledAs = (schedule: Schedule): Outcome => ({ state: 'scheduled', schedule })

/**
 * The result of a request of an earlier visit, which is looked up by its id. Throws if nothing was stored, or for a
 * change of a schedule, which cannot be looked up.
 */
async function outcomeOf(sending: Sending, { edited }: Draft): Promise<Outcome> {
  if (edited !== null) throw new Error(notKnown)
  if (sending.isScheduling) {
    const schedule = await findOutcome(() => findSchedule(sending.requestId), sending.at)
    if (schedule) return scheduledAs(schedule)
  } else {
    const publish = await findOutcome(() => findPublish(sending.requestId), sending.at)
    if (publish) return publishedAs(publish)
  }
  throw new Error(notSent)
}

async function isScheduleOpen(requestId: string): Promise<boolean> {
  const schedule = await findSchedule(requestId)
  return schedule !== null && isOpen(schedule)
}

const isRejected = (error: unknown) => isApiError(error) && error.status < 500

/**
 * Publishes a body, or schedules it if the draft is not for now; this browser keeps what was sent. Throws if nothing
 * was stored.
 */
async function sendBody(
  draft: Draft,
  body: Record<string, unknown> | FormData,
  { account, sending, onLost }: { account: Account; sending: Sending; onLost(): void },
): Promise<Outcome> {
  const { when, edited } = draft
  if (when.kind === 'now') return publishedAs(await sendPublish(body, { ...sending, onLost }))
  const schedule = () => sendSchedule(body, { ...draft, when }, { ...sending, onLost })
  if (edited === null) return scheduledAs(await schedule())
  const keptAs = { ...sending, requestId: edited.requestId }
  return scheduledAs(await keepChange(draft, account, { sending: keptAs, change: schedule, isRejected }))
}

export interface SendingProps {
  draft: Draft
  change: Change<Draft>
  /** Stores a draft in the browser; does not reject if that fails. */
  store(draft: Draft): Promise<void>
  accounts: readonly Account[]
  optionsFor(platform: Platform): Omit<SendingOptions, 'purpose'>
}

const without = (accountId: string) => (before: Draft) => ({
  ...before,
  sendings: before.sendings.filter((one) => one.accountId !== accountId),
})

/** Removes an account from the draft, once the post is published or scheduled there. */
const published = (accountId: string) => (before: Draft) => ({
  ...without(accountId)(before),
  accountIds: before.accountIds.filter((id) => id !== accountId),
})

/**
 * Sends a draft with `send`: one publish or schedule for each account. The ids of the requests are stored with the
 * draft before they are sent; after the tab was closed, their results are looked up and nothing is sent twice. `sent`
 * has a state for each account, `clear` empties it.
 */
export function useSending({ draft, change, store, accounts, optionsFor }: SendingProps) {
  const client = useQueryClient()
  const [pending] = useState(draft.sendings)
  const accountOf = (id: string) => accounts.find(({ accountId }) => accountId === id)
  const [sent, setSent] = useState<readonly Sent[]>(() =>
    pending.flatMap(({ accountId, at }) => {
      const account = accountOf(accountId)
      return account ? [{ account, state: 'lost', until: decidedAt(at) } as const] : []
    }),
  )
  const note = useCallback(
    (one: Sent) => setSent((all) => [...all.filter(({ account }) => account.accountId !== one.account.accountId), one]),
    [],
  )
  const follow = useCallback(
    async (account: Account, outcome: Promise<Outcome>) => {
      const { accountId } = account
      try {
        const result = await outcome
        note({ account, ...result })
        change(published(accountId))
        if (result.state === 'scheduled') await keepUntilDue(result.schedule).catch(() => {})
      } catch (error) {
        note({ account, state: 'failed', error })
        change(without(accountId))
      }
      await client.invalidateQueries({ queryKey: ['publishes'] })
      await client.invalidateQueries({ queryKey: ['schedules'] })
      await client.invalidateQueries({ queryKey: ['slots'] })
    },
    [change, client, note],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requests of an earlier visit are followed once.
  useEffect(() => {
    for (const sending of pending) {
      const account = accountOf(sending.accountId)
      if (account) follow(account, outcomeOf(sending, draft)).catch(reportError)
    }
  }, [])
  async function send(targets: readonly Target[]) {
    const at = Date.now()
    const isScheduling = draft.when.kind !== 'now'
    const noted = targets.map(({ account, form }) => ({
      account,
      form,
      sending: { accountId: account.accountId, requestId: crypto.randomUUID(), at, isScheduling } satisfies Sending,
    }))
    const next = { ...draft, reason: null, sendings: noted.map(({ sending }) => sending) }
    for (const { account } of noted) note({ account, state: 'sending' })
    change(() => next)
    await store(next)
    if (draft.edited === null)
      await Promise.allSettled(noted.map(({ account, sending }) => keepSent(draft, account, sending)))
    await Promise.all(
      noted.map(({ account, form, sending }) => {
        const options = { account, ...optionsFor(account.platform), purpose: 'publish' } as const
        const onLost = () => note({ account, state: 'lost', until: decidedAt(at) })
        return follow(
          account,
          bodyOf(form, draft, options).then((body) => sendBody(draft, body, { account, sending, onLost })),
        )
      }),
    )
    const [first] = noted
    if (first) await purgeSent(first.account.profileId, at, isScheduleOpen).catch(() => {})
  }
  return { sent, send, clear: () => setSent([]) }
}

const notKnown =
  'The page was closed before the response arrived. Compare the schedule with this draft, and save it again if needed.'
const notSent = 'The request did not arrive before the page was closed. Nothing was published or scheduled.'
