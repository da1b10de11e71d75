import type { Body, Client } from '@carillon/client'

/** A call whose operation is not known from its type. */
type AnyCall = (path: string, options: object) => Promise<{ data: unknown }>

/**
 * Returns the client's function for a method, without the types of paths. The generated table defines which operation
 * has which method and path.
 */
export function anyCall(client: Client, method: 'get' | 'post' | 'put' | 'patch' | 'delete'): AnyCall {
  return client[method] as unknown as AnyCall
}

/** The operations whose body consists of a user's input, which the service validates. */
type GivenBody = 'posts.publish' | 'schedules.create' | 'connections.start'

/** Returns `body` with the type of the operation's body. It is not checked here: the service validates it. */
export function givenBodyOf<Of extends GivenBody>(_operation: Of, body: object): Body<Of> {
  return body as Body<Of>
}
