import { type App, VERIFY_TOKEN } from '../apps.ts'
import type { State } from '../state/state.ts'
import type { Pusher } from './pusher.ts'

/** Returns the app as `GET /state/{network}` shows it: its secret, webhook settings and attempts, and subscriptions. */
export function showApp({ id, secret }: App, pusher: Pusher, { subscriptions }: State): object {
  const subscribed = [...subscriptions].map(([of, fields]) => ({ id: of, fields }))
  return { id, secret, verifyToken: VERIFY_TOKEN, ...pusher.settings(), subscribed, webhooks: pusher.attempts() }
}
