import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'

/**
 * An OAuth client for the AT Protocol, written for these tests.
 * @see https://atproto.com/specs/oauth (read 2026-11-20)
 */
export interface TestApp {
  /** Pushes an authorization request, and returns the URL of the consent page. */
  begin(selection?: { scope?: string; loginHint?: string }): Promise<string>
  /** Exchanges the code in the callback's URL. */
  finish(callback: string): Promise<Tokens>
  refresh(tokens: Tokens): Promise<{ status: number; json: Tokens & { error?: string } }>
  /** Calls an XRPC method with the token and a DPoP proof. */
  call(method: string, tokens: Tokens, body?: unknown, contentType?: string): Promise<Response>
}

export interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  sub: string
  expires_in: number
}

interface Metadata {
  authorization_endpoint: string
  token_endpoint: string
  pushed_authorization_request_endpoint: string
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

export async function createTestApp(pdsUrl: string, redirectUri: string): Promise<TestApp> {
  const scope = 'atproto transition:generic'
  const clientId = `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope })}`
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const metadata = (await (await fetch(`${pdsUrl}/.well-known/oauth-authorization-server`)).json()) as Metadata
  let verifier = ''
  let nonce: string | undefined

  function prove(method: string, url: string, token?: string): string {
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: url.split('?')[0],
      iat: Math.floor(Date.now() / 1000),
      nonce,
      ath: token && hash(token),
    }
    const signed = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }

  /** Sends once more when the server hands out a nonce first. */
  async function send(
    url: string,
    init: (proof: string) => RequestInit & { method: string },
    token?: string,
  ): Promise<Response> {
    const { method } = init('')
    const response = await fetch(url, init(prove(method, url, token)))
    const fresh = response.headers.get('dpop-nonce') ?? undefined
    if (fresh === undefined || fresh === nonce) return response
    nonce = fresh
    const body = await response.clone().text()
    return body.includes('use_dpop_nonce') ? send(url, init, token) : response
  }

  async function post(url: string, form: Record<string, string>) {
    const response = await send(url, (dpop) => ({ method: 'POST', headers: { dpop }, body: new URLSearchParams(form) }))
    return { status: response.status, json: await response.json() }
  }

  return {
    async begin(selection = {}) {
      verifier = randomBytes(32).toString('base64url')
      const { json } = await post(metadata.pushed_authorization_request_endpoint, {
        client_id: clientId,
        response_type: 'code',
        code_challenge: hash(verifier),
        code_challenge_method: 'S256',
        state: 'some-state',
        redirect_uri: redirectUri,
        scope: selection.scope ?? scope,
        ...(selection.loginHint === undefined ? {} : { login_hint: selection.loginHint }),
      })
      const query = new URLSearchParams({
        client_id: clientId,
        request_uri: (json as { request_uri: string }).request_uri,
      })
      return `${metadata.authorization_endpoint}?${query}`
    },
    async finish(callback) {
      const code = new URL(callback).searchParams.get('code') ?? ''
      const form = {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: clientId,
      }
      const { status, json } = await post(metadata.token_endpoint, form)
      if (status !== 200) throw new Error(JSON.stringify(json))
      return json as Tokens
    },
    async refresh({ refresh_token }) {
      const { status, json } = await post(metadata.token_endpoint, {
        grant_type: 'refresh_token',
        refresh_token,
        client_id: clientId,
      })
      return { status, json: json as Tokens }
    },
    call(method, { access_token: token }, body, contentType = 'application/json') {
      const url = `${pdsUrl}/xrpc/${method}`
      const payload = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
      return send(
        url,
        (dpop) => ({
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            dpop,
            authorization: `DPoP ${token}`,
            ...(body === undefined ? {} : { 'content-type': contentType }),
          },
          ...(body === undefined ? {} : { body: payload }),
        }),
        token,
      )
    },
  }
}
