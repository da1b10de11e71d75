import type { App, AppCall, JsonObject } from '../call-context.ts'

/**
 * The result of the network's sign-up dialog, as the Carillon page in the user's browser sent it. Its ids are not
 * trustworthy until `check` has confirmed them.
 */
export interface SignupClaim {
  /** The code that `exchange` takes. */
  code: string
  businessAccountId: string
  /**
   * The network's id of the phone number; null if the user finished without a number, or if the dialog did not report
   * it.
   */
  numberId: string | null
  /**
   * Whether the business continues to use its number in the network's own app beside the API. The business account then
   * has a number even if `numberId` is null.
   */
  staysInApp: boolean
}

export interface SignupToken {
  token: string
  /** Null if the token does not expire. */
  expiresAt: Date | null
}

export interface PhoneNumber {
  id: string
  displayNumber: string | null
  displayName: string | null
  /**
   * Whether the owner has proved to the network that the number is theirs. Only a verified number can be registered.
   */
  isVerified: boolean
  /** Whether the number is registered and therefore able to send; if not, `register` has to be called. */
  isReady: boolean
  /**
   * Whether the number is also used in the network's own app, which has registered it: `register` must not be called.
   */
  isInApp: boolean
  /** The network's quality rating in lower case if it was lowered; null if it is good or unknown. */
  quality: string | null
}

/** The contents of the Carillon page that opens the network's sign-up dialog. */
export interface SignupPage {
  title: string
  /** The label of the button that opens the dialog. */
  action: string
  /** The URL of the network's own script, which is loaded after `script`. */
  sdk: string
  /** The source text of the page's own JavaScript, which is served from Carillon's origin. */
  script: string
  /** Values for `script`, keyed by name: `data-` attributes of the element with the id `signup`. */
  data: Readonly<Record<string, string>>
  /** The origins besides Carillon's own from which the page may load scripts and frames, and which it may call. */
  origins: { script: readonly string[]; frame: readonly string[]; connect: readonly string[] }
}

/**
 * The report that the sign-up page in the user's browser sends to Carillon after the network's dialog has ended. It is
 * not trustworthy.
 */
export interface SignupReport {
  /** The network's name of how the dialog ended. */
  event: string
  /** The code that `exchange` takes; null if the dialog returned none. */
  code: string | null
  /** The ids that the dialog reported, under the network's names. */
  data: JsonObject
}

type SignupOutcome =
  | { kind: 'finished'; claim: SignupClaim }
  | { kind: 'cancelled' }
  /** The dialog failed, or reported too little to continue. `message` tells the user what happened. */
  | { kind: 'failed'; message: string }

/** The business account at the network, and the token that has access to it. */
export interface SignupTarget {
  token: string
  businessAccountId: string
}

/** The network's facts about the token of a sign-up. */
interface CheckedSignup {
  scopes: string[]
  /** Null if the token does not expire. */
  expiresAt: Date | null
  /** The network's id of the token's user; null if the network reports none. */
  grantedBy: string | null
  /** The numbers of the business account. That the token could read them proves its access to the business account. */
  numbers: PhoneNumber[]
}

/**
 * The functions of an adapter that complete a sign-up after its dialog, in this order: `exchange`, `check`,
 * `subscribe`, and for a number that is verified but not ready, `register`. All except `exchange` may be repeated, so
 * that a sign-up can continue where it stopped. They throw the error codes of a connection session; `register` also
 * throws `setup_incomplete`.
 */
export interface SignupPort<Credentials = unknown> {
  /**
   * Builds the page that opens the dialog. Throws `provider_not_configured` if the operator has not configured the app.
   */
  page(app: App): SignupPage
  /** Interprets what the page reported about the dialog. Makes no call. */
  outcome(report: SignupReport): SignupOutcome
  /** Exchanges the dialog's code for a token. The code works once and expires within seconds. */
  exchange(call: AppCall, claim: Pick<SignupClaim, 'code'>): Promise<SignupToken>
  /**
   * Reads the token's facts and the numbers of the business account from the network. Throws `missing_scope` if the
   * token has no access to the business account.
   */
  check(call: AppCall, target: SignupTarget): Promise<CheckedSignup>
  /** Subscribes Carillon's webhook to the events of the business account. */
  subscribe(call: AppCall, target: SignupTarget): Promise<void>
  /**
   * Registers the number with a PIN of six digits, which later registrations have to repeat. Throws `setup_incomplete`
   * if the number is not verified, already has another PIN, or was registered too often.
   */
  register(call: AppCall, target: SignupTarget & { numberId: string; pin: string }): Promise<void>
  /** Reads one number of the business account. Throws `missing_scope` if the business account does not have it. */
  readNumber(call: AppCall, target: SignupTarget & { numberId: string }): Promise<PhoneNumber>
  /** Reads whether the business account has a template that can be sent. */
  hasTemplate(call: AppCall, target: SignupTarget): Promise<boolean>
  /** Reads whether Carillon's app is subscribed to the events of the business account. */
  isSubscribed(call: AppCall, target: SignupTarget): Promise<boolean>
  /** Ends the subscription made by `subscribe`, for every number of the business account. */
  unsubscribe(call: AppCall, target: SignupTarget): Promise<void>
  /** Ends the subscription of a stored connection, like `unsubscribe`. Called when its account is disconnected. */
  revoke(call: AppCall, credentials: Credentials): Promise<void>
  /**
   * Deregisters the number of a stored connection after its account was disconnected, so that another app can register
   * it. Returns false if there was nothing to deregister: no number, one that the business account no longer has or
   * that is not registered, or one that the network's own app has registered. May be repeated. Throws
   * `setup_incomplete` if the number was registered or deregistered too often.
   */
  deregister?(call: AppCall, credentials: Credentials): Promise<boolean>
  /** Builds the credentials to store; the adapter's `credentials.parse` reads them again. */
  credentials(parts: SignupTarget & { numberId: string | null; pin: string | null }): JsonObject
}
