import type { Platform } from '@carillon/domain'
import type { AppCall } from '@carillon/providers'
import type { Context } from '../context.ts'
import { noteDrift } from './drift.ts'

/**
 * Builds the context for calls to a network that need no account, such as OAuth: the app's credentials (only those that
 * are set), the HTTP client and the abort signal. Sends nothing.
 */
export function appCall(
  context: Context,
  platform: Platform,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): AppCall {
  const { publicUrl, media, networks } = context.config
  const { hosts, secrets, features } = networks[platform]
  return {
    app: { hosts, secrets, ...(features && { features }), publicUrl, mediaUrl: media.publicUrl },
    outbound: context.outbound,
    signal,
    now: context.now,
    requestId,
    noteDrift(drift) {
      noteDrift(context, platform, drift)
      context.observer?.drift(drift)
    },
    ...(context.observer && { noteFields: context.observer.fields }),
  }
}
