import type { AppCall, CallContext, ConnectedAccount } from '../call-context.ts'

/** The parts of a connected account on which a webhook subscription depends. */
export type Subscriber<Credentials = unknown> = Pick<
  ConnectedAccount<Credentials>,
  'providerId' | 'scopes' | 'credentials'
>

interface Subscription {
  /**
   * Identifies the object that is subscribed at the network. Accounts with an equal `subject` share one subscription:
   * when it ends, none of them receives events any more.
   */
  subject: string
  /** The network's names of the kinds of events that are pushed; empty if the account's permissions allow none. */
  fields: readonly string[]
}

/** The scopes without which an account may not receive events about comments, or about messages. */
export type PushedScopes = Readonly<Record<'comments' | 'messages', readonly string[]>>

/** The functions of an adapter that make a network push the events of connected accounts to Carillon's webhook. */
export interface PushPort<Credentials = unknown> {
  /**
   * Returns the subscription that an account needs; null if it has no object that can be subscribed, such as a Page.
   * Makes no call.
   */
  subscription(call: Pick<AppCall, 'app'>, account: Subscriber<Credentials>): Subscription | null
  /**
   * Returns the scopes that an account with this login method needs to receive events. The network sends the events of
   * a `subject` (the subscribed object, such as a Page) once for all accounts that share it, even if only one of them
   * has the scopes.
   */
  scopesOfEvents(authMethod: string | null): PushedScopes
  /**
   * Subscribes the account at the network; may be repeated. Keeps the fields to which another account with the same
   * `subject` is subscribed. Throws `connection_expired` or `missing_permission` if the network does not allow it.
   * @param subscription the result of `subscription` for the account, with at least one field
   */
  subscribe(call: CallContext<Credentials>, subscription: Subscription): Promise<void>
  /**
   * Ends the subscription of the account's `subject`, and with it the pushes to all accounts that share the `subject`.
   * Does nothing for an account without an object that can be subscribed.
   */
  unsubscribe(call: AppCall, account: Pick<Subscriber<Credentials>, 'providerId' | 'credentials'>): Promise<void>
}
