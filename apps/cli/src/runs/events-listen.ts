import { listen, webhookSecret } from '../events/listen.ts'
import { type Run, textOf, textsOf, type Values } from '../invocation/invocation.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Returns the number of events after which listening ends (`--count`); infinity without the option.
 * @throws UsageError if it is not a positive integer
 */
export function countOf(values: Values): number {
  const text = textOf(values, 'count')
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`--count takes a number of events, not "${text}".`)
}

export const run: Run = async ({ values, io, env, client, signal: interrupted }) => {
  const signal = AbortSignal.any([interrupted, io.closed])
  const [profileId, accountId] = [textOf(values, 'profile'), textOf(values, 'account')]
  const listening = {
    ...{ io, signal, cursor: textOf(values, 'cursor') ?? 'now', types: textsOf(values, 'types') },
    ...{ forwardTo: textOf(values, 'forward-to'), count: countOf(values) },
    ...(profileId !== undefined && { profileId }),
    ...(accountId !== undefined && { accountId }),
    secret: webhookSecret(env['CARILLON_WEBHOOK_SECRET']),
  }
  // Ctrl-C is how it ends.
  await listen(client(), listening).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return undefined
}
