/** A rejection with the error name and message of the data server. */
class XrpcRejection extends Error {}

/** What a call carries: `query` in the address, `body` as JSON (or as it is, when bytes), `token` as the bearer's. */
export interface XrpcCall {
  query?: Record<string, string | number>
  body?: Record<string, unknown> | Buffer
  contentType?: string
  token?: string
}

/** Calls a method of the data server by its name and returns its JSON. @see https://atproto.com/specs/xrpc (read 2026-11-20) */
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
