import type { AppCall, JsonObject } from '../call-context.ts'

/** What the network's sign-up dialog handed to our page; ids from a browser are claims until `check` confirms them. */
export interface SignupClaim {
  code: string
  businessAccountId: string
  /** Null when the user finished without a number. */
  numberId: string | null
}

export interface SignupToken {
  token: string
  /** Null where it does not expire. */
  expiresAt: Date | null
}

export interface PhoneNumber {
  id: string
  displayNumber: string | null
  displayName: string | null
  /** Whether the number can send now. */
  isReady: boolean
}

interface Target {
  token: string
  businessAccountId: string
}

/**
 * The steps after a sign-up dialog, in this order. Each may be repeated, so that a sign-up continues where it stopped; the
 * codes that they throw are those of a connection session.
 */
export interface SignupPort {
  /** Exchanges the code of the dialog, which works once and for seconds only. */
  exchange(call: AppCall, claim: Pick<SignupClaim, 'code'>): Promise<SignupToken>
  /** Confirms with the network that the token reaches the business account; throws `missing_scope` when it does not. */
  check(call: AppCall, target: Target): Promise<{ scopes: string[] }>
  /** Has the events of the business account sent to our webhook. */
  subscribe(call: AppCall, target: Target): Promise<void>
  /** Registers the number with a PIN of six digits. */
  register(call: AppCall, target: Target & { numberId: string; pin: string }): Promise<void>
  readNumber(call: AppCall, target: Target & { numberId: string }): Promise<PhoneNumber>
  /** Ends `subscribe`; called when the account is disconnected. */
  unsubscribe(call: AppCall, target: Target): Promise<void>
  /** What to store of the connection; `credentials.parse` of the adapter reads it again. */
  credentials(parts: Target & { numberId: string | null; pin: string | null }): JsonObject
}
