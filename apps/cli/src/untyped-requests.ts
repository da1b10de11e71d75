import type { Body, Client } from '@carillon/client'

/** A call whose operation is not known from its type. */
type AnyCall = (path: string, options: object) => Promise<{ data: unknown }>

/**
 * Returns the client's function for an HTTP method without its types, for an operation that is known only at run time.
 * The path and options are not checked by the compiler: take them from `operationTable`.
 */
export function anyCall(client: Client, method: 'get' | 'post' | 'put' | 'patch' | 'delete'): AnyCall {
  return client[method] as unknown as AnyCall
}

/** The operations whose body consists of a user's input, which the service validates. */
type GivenBody = 'posts.publish' | 'schedules.create' | 'connections.start'

/** Returns `body` unchanged, with the type of the operation's body. Checks nothing, as the service validates it. */
export function givenBodyOf<Of extends GivenBody>(_operation: Of, body: object): Body<Of> {
  return body as Body<Of>
}
