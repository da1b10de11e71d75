import type { Method, OperationAt, PathsWith, RequestOptions, Result } from './operation-types.ts'
import { readResponse } from './read-response.ts'
import { requestOf } from './request-of.ts'

export interface ClientOptions {
  /** The URL of the gateway, without `/api/v1`. */
  baseUrl: string
  /** Left out where `fetch` authenticates the request. */
  apiKey?: string
  /** Instead of the global one, for tests and proxies. */
  fetch?: typeof globalThis.fetch
}

type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options]

type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  ...args: Arguments<RequestOptions<OperationAt<M, Path>>>
) => Promise<Result<OperationAt<M, Path>>>

/** A function for each method, which takes a path of the API without `/api/v1`. */
export type Client = { readonly [M in Method]: Call<M> }

/**
 * A client of the API. A response of 4xx or 5xx is thrown as an `ApiError`. Nothing is sent twice: whether a request is
 * retried is up to you.
 */
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch }: ClientOptions): Client {
  const call = (method: Method) => async (path: string, options?: RequestOptions<unknown>) => {
    const { url, init } = requestOf({ baseUrl, ...(apiKey !== undefined && { apiKey }), method, path }, options)
    return readResponse(await fetch(url, init))
  }
  const methods = {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  }
  // The types of requests and responses are those of the OpenAPI document, which the service keeps.
  return methods as unknown as Client
}
