import { type Client, type ClientOptions, createClient } from '@carillon/client'
import type { IAllExecuteFunctions, IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow'

export const credentialName = 'carillonApi'

/** The functions of n8n that send a request with a credential. */
export type RequestContext = Pick<IAllExecuteFunctions, 'helpers' | 'getCredentials' | 'getNode'>

interface FullResponse {
  statusCode: number
  headers: IDataObject
  body: Uint8Array
}

function headersOf(headers: IDataObject): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) all.append(name, String(each))
  }
  return all
}

/** Statuses whose responses have no body. */
const withoutBody = [204, 205, 304]

/** `fetch` by the helper of n8n, which adds the credential and uses the proxy of the installation. */
function fetchBy(context: RequestContext): typeof fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const options: IHttpRequestOptions = {
      url: String(input),
      method: method.toUpperCase() as IHttpRequestMethods,
      headers: Object.fromEntries(new Headers(headers)),
      encoding: 'arraybuffer',
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      ...(body instanceof Uint8Array && { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
      ...(typeof body === 'string' && { body }),
      ...(signal && { abortSignal: signal }),
    }
    const { helpers } = context
    const response: FullResponse = await helpers.httpRequestWithAuthentication.call(
      context as IAllExecuteFunctions,
      credentialName,
      options,
    )
    const { statusCode: status, body: bytes } = response
    const content = withoutBody.includes(status) ? null : new Uint8Array(bytes)
    return new Response(content, { status, headers: headersOf(response.headers) })
  }
}

/**
 * Returns a client of the gateway that the node's credential names. Its requests are sent by the helper of n8n, which
 * adds the API key; `options` are further options of the client.
 */
export async function clientOf(context: RequestContext, options: Partial<ClientOptions> = {}): Promise<Client> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialName)
  return createClient({ ...options, baseUrl, fetch: fetchBy(context) })
}
