import type { Body, Client } from '@carillon/client'

/** What a call takes and returns before it is known which operation it is. */
type AnyCall = (path: string, options: object) => Promise<{ data: unknown }>

/** The call of a method. The generated table says which operation has which method and path. */
export function anyCall(client: Client, method: 'get' | 'post' | 'put' | 'patch' | 'delete'): AnyCall {
  return client[method] as unknown as AnyCall
}

/** Bodies that are made of what a user has given, which the service checks. */
type GivenBody = 'posts.publish' | 'schedules.create' | 'connections.start'

/** The body of an operation. */
export function givenBodyOf<Of extends GivenBody>(_operation: Of, body: object): Body<Of> {
  return body as Body<Of>
}
