import type { AccountRow } from '@carillon/database'
import type { KeyBudgets } from '@carillon/domain'
import { ProviderError } from '@carillon/providers'
import type { Context, Grant } from '../../src/index.ts'
import type { WriteKind } from '../../src/journal/write-kind.ts'
import { writeNow } from '../../src/journal/write-now.ts'
import { grantOfKey } from '../../src/keys/grant-of-key.ts'
import { storeKey } from '../../src/keys/store-key.ts'
import type { Harness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'

/** What the network does with the next replies; it takes those beyond. */
export type Mood = 'not_sent' | 'rejected' | 'lost'

/** A network that takes replies, and the kind of write that posts them. */
export function replies(whenAbsent: 'fail' | 'resend' = 'fail') {
  const moods: Mood[] = []
  const failures = {
    not_sent: () => new ProviderError('rate_limited', 'Slowly.', 'not_sent', { retryAfter: 9 }),
    rejected: () => new ProviderError('missing_permission', 'Not allowed.', 'rejected'),
    lost: () => new ProviderError('provider_error', 'No response.', 'indeterminate'),
  }
  let sent = 0
  let found: 'absent' | 'undecidable' = 'absent'
  const kind = replyKind(
    {
      settling: { seconds: 5, maxProbes: 1, probeIntervalSeconds: 5 },
      async send() {
        const mood = moods.shift()
        if (mood) throw failures[mood]()
        return `reply-${++sent}`
      },
      find: async () => (found === 'absent' ? { kind: found } : { kind: found, reason: 'Nobody knows.' }),
    },
    { budget: 'repliesPerDay', whenAbsent, unsentSeconds: 30 },
  )
  return {
    kind,
    moods,
    sent: () => sent,
    finds(what: typeof found) {
      found = what
    },
  }
}

/** Stores a key with budgets, and returns its grant. */
export async function keyWith(
  { context, organizationId }: Pick<Harness, 'context' | 'organizationId'>,
  budgets: KeyBudgets | null,
  parentId: string | null = null,
): Promise<Grant> {
  const owner = { organizationId, profileId: null, name: null, expiresAt: null, parentId }
  const { row } = await storeKey(context, { ...owner, budgets, now: context.now() })
  return grantOfKey(row)
}

/** Posts a reply with a key. */
export function reply(
  context: Context,
  {
    kind,
    account,
    grant,
    payload = {},
    signal = new AbortController().signal,
  }: {
    kind: WriteKind<object, unknown, string>
    account: AccountRow
    grant: Grant
    payload?: object
    signal?: AbortSignal
  },
): Promise<string> {
  return writeNow(context, { kind, account, grant, requestId: 'test', payload, signal })
}

/** What each key has used up, by key and day. */
export async function usedUp({ pool }: Context): Promise<Record<string, number>> {
  const { rows } = await pool.query('select key_id, day::text, used from key_budget_use where used > 0')
  return Object.fromEntries(rows.map(({ key_id, day, used }) => [`${key_id} ${day}`, used]))
}
