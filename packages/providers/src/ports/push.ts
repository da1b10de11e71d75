import type { AppCall, CallContext, ConnectedAccount } from '../call-context.ts'

/** An account with its credentials, as far as a subscription depends on them. */
export type Subscriber<Credentials = unknown> = Pick<
  ConnectedAccount<Credentials>,
  'providerId' | 'scopes' | 'credentials'
>

interface Subscription {
  /**
   * What is subscribed at the network, as a text that is equal for all accounts that share it: ending it ends the pushes
   * to all of them.
   */
  subject: string
  /** The network's names of what is pushed. */
  fields: readonly string[]
}

/** Has a network push the events of connected accounts to our webhook. */
export interface PushPort<Credentials = unknown> {
  /** What to subscribe for an account; null if its permissions allow nothing, or it has nothing to subscribe. */
  subscription(call: Pick<AppCall, 'app'>, account: Subscriber<Credentials>): Subscription | null
  /**
   * Subscribes the account; may be repeated. Fields that another account of the same subject has subscribed stay.
   * Throws `connection_expired` or `missing_permission` when the network does not allow it.
   */
  subscribe(call: CallContext<Credentials>, subscription: Subscription): Promise<void>
  /** Ends all pushes of the subject. */
  unsubscribe(call: AppCall, account: Pick<Subscriber<Credentials>, 'providerId' | 'credentials'>): Promise<void>
}
