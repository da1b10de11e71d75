import { singleCallWrite } from '@carillon/providers'
import type { WriteKind } from '../src/journal/write-kind.ts'

type ReplyKind = WriteKind<object, unknown, string>

/**
 * A kind of write that posts a reply with one call. `call` is what the network does; `more` replaces fields of the kind.
 * By default nobody waits for it longer than a minute, and one that the network does not show fails.
 */
export function replyKind(
  call: Omit<Parameters<typeof singleCallWrite<unknown, string>>[0], 'step'>,
  more: Partial<ReplyKind> = {},
): ReplyKind {
  return {
    name: 'test.reply',
    words: { thing: 'reply', done: 'posted' },
    whenAbsent: 'fail',
    unsentSeconds: 60,
    input: async () => ({}),
    providerIds: (result) => [result],
    resolved: (id) => id,
    port: async () => singleCallWrite<unknown, string>({ step: 'reply', ...call }),
    ...more,
  }
}
