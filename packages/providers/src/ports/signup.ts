import type { App, AppCall, JsonObject } from '../call-context.ts'

/**
 * The result that the network's sign-up dialog passed to the Carillon page; ids from a browser are unverified until
 * `check` confirms them.
 */
export interface SignupClaim {
  code: string
  businessAccountId: string
  /** Null when the user finished without a number, or when the dialog did not report it. */
  numberId: string | null
  /**
   * Whether the business keeps its number in the network's own app beside the API. There is a number then, even if the
   * dialog did not report it.
   */
  staysInApp: boolean
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
  /** Whether its owner proved that the number is theirs; one that is not verified cannot be registered. */
  isVerified: boolean
  /**
   * Whether it is registered and can send, as far as the number itself is concerned; if not, `register` has to be
   * called.
   */
  isReady: boolean
  /** Whether it is also used in the network's own app, which has registered it: `register` must not be called. */
  isInApp: boolean
  /** The network's rating in lower case where it is lowered; null while it is good or unknown. */
  quality: string | null
}

/** The Carillon page that opens the network's dialog. */
export interface SignupPage {
  title: string
  /** The label of the button that opens the dialog. */
  action: string
  /** The URL of the network's own script, which runs after ours. */
  sdk: string
  /** Our script of the page, served from our origin: JavaScript. */
  script: string
  /** Values for the page's script, as `data-` attributes of the element `signup`. */
  data: Readonly<Record<string, string>>
  /** Origins besides our own that the page may load from or call. */
  origins: { script: readonly string[]; frame: readonly string[]; connect: readonly string[] }
}

/** The report of the page after the dialog has ended. */
export interface SignupReport {
  event: string
  code: string | null
  data: JsonObject
}

type SignupOutcome =
  | { kind: 'finished'; claim: SignupClaim }
  | { kind: 'cancelled' }
  /** The dialog failed, or reported too little. */
  | { kind: 'failed'; message: string }

/** The business account, and the token that reaches it. */
export interface SignupTarget {
  token: string
  businessAccountId: string
}

/** The network's facts about the token of a sign-up. */
interface CheckedSignup {
  scopes: string[]
  /** Null where the token does not expire. */
  expiresAt: Date | null
  /** The network's id of the token's user; null if the network reports none. */
  grantedBy: string | null
  /** The numbers of the business account. That the token can read them proves that it reaches the account. */
  numbers: PhoneNumber[]
}

/**
 * The steps after a sign-up dialog: `exchange`, `check`, `subscribe`, and for a number that is verified but not ready,
 * `register`. All but `exchange` may be repeated, so that a sign-up continues where it stopped.
 * They throw codes of a connection session; `register` also throws `setup_incomplete`.
 */
export interface SignupPort<Credentials = unknown> {
  /** The page that opens the dialog. Throws `provider_not_configured` where the operator has set no app. */
  page(app: App): SignupPage
  /** The outcome of the dialog. */
  outcome(report: SignupReport): SignupOutcome
  /** Exchanges the code of the dialog, which works once and for seconds only. */
  exchange(call: AppCall, claim: Pick<SignupClaim, 'code'>): Promise<SignupToken>
  /**
   * Confirms with the network that the token reaches the business account, and reads its numbers; throws
   * `missing_scope` when the token does not reach it.
   */
  check(call: AppCall, target: SignupTarget): Promise<CheckedSignup>
  /** Has the events of the business account sent to our webhook. */
  subscribe(call: AppCall, target: SignupTarget): Promise<void>
  /**
   * Registers the number with a PIN of six digits, which later registrations have to repeat. Throws `setup_incomplete`
   * for a number that is not verified, has another PIN already, or was registered too often.
   */
  register(call: AppCall, target: SignupTarget & { numberId: string; pin: string }): Promise<void>
  /** Reads the number from those of the business account; throws `missing_scope` if it is not among them. */
  readNumber(call: AppCall, target: SignupTarget & { numberId: string }): Promise<PhoneNumber>
  /** Whether the business account has a template that can be sent. */
  hasTemplate(call: AppCall, target: SignupTarget): Promise<boolean>
  /** Whether the events of the business account are sent to our app. */
  isSubscribed(call: AppCall, target: SignupTarget): Promise<boolean>
  /** Ends `subscribe`, for every number of the business account. */
  unsubscribe(call: AppCall, target: SignupTarget): Promise<void>
  /** The same for a stored connection, when its account is disconnected. */
  revoke(call: AppCall, credentials: Credentials): Promise<void>
  /**
   * Deregisters the number of a stored connection after its account was disconnected, so that another app can register
   * it. False when there is nothing to deregister: no number, one that is not registered, or one that the network's own
   * app has registered. May be repeated.
   */
  deregister?(call: AppCall, credentials: Credentials): Promise<boolean>
  /** The credentials to store; `credentials.parse` of the adapter reads them. */
  credentials(parts: SignupTarget & { numberId: string | null; pin: string | null }): JsonObject
}
