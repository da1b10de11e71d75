/** Thrown if the data server rejects a call. The message has the method, the HTTP status and the response body. */
class XrpcRejection extends Error {}

/**
 * The parts of an XRPC call: `query` of the URL, `body` as JSON or bytes, and the bearer `token`. A call with a `body`
 * is a POST with `contentType` (default: `application/json`), any other a GET.
 */
export interface XrpcCall {
  query?: Record<string, string | number>
  body?: Record<string, unknown> | Buffer
  contentType?: string
  token?: string
}

/**
 * Calls an XRPC method of a data server and returns the JSON of its response.
 * @throws XrpcRejection if the server rejects the call
 * @see https://atproto.com/specs/xrpc (read 2026-11-20)
 */
export async function callXrpc<Result>(origin: string, method: string, call: XrpcCall = {}): Promise<Result> {
  const { query = {}, body, contentType = 'application/json', token } = call
  const url = new URL(`/xrpc/${method}`, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  if (!response.ok) throw new XrpcRejection(`${method}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Result
}
