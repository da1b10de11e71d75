import type { Request, Response } from 'express'
import type { Host } from '../meta/graph/call.ts'
import { formOf } from '../meta/login/dialog.ts'
import { takeCode } from '../meta/login/login.ts'
import { grantedScopes, issueShortToken } from '../meta/login/tokens.ts'

/**
 * Builds the JSON body of a rejection by api.instagram.com, whose format differs from that of the Graph API. `code` is
 * the error code in the body; it equals the HTTP status, which the caller sets.
 */
export function exchangeError(message: string, code = 400): Record<string, unknown> {
  return { error_type: 'OAuthException', code, error_message: message }
}

const KNOWN = ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code']

function complaint({ app }: Host, form: URLSearchParams, contentType: string): string | undefined {
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(contentType))
    return 'The body has to be a form'
  const missing = KNOWN.find((name) => !form.get(name))
  if (missing !== undefined) return `Missing required field ${missing}`
  if (form.get('client_id') !== app.id) return 'Invalid platform app'
  if (form.get('client_secret') !== app.secret) return 'Error validating client secret.'
  if (form.get('grant_type') !== 'authorization_code') return 'Invalid grant_type: only authorization_code is supported'
  return undefined
}

/**
 * Returns the JSON of the response to a code exchange: in the documented form if the setting `instagramResponses` is
 * `documented`, otherwise in the flat form that was seen live, whose `user_id` is a number too large for a JavaScript
 * number.
 */
function codeExchangeText(host: Host, subjectId: string, token: string, scopes: string[]): string {
  const id = host.state.instagramAccounts.get(subjectId)?.appScopedId ?? subjectId
  if (host.settings.instagramResponses === 'documented') {
    return JSON.stringify({ data: [{ access_token: token, user_id: id, permissions: scopes.join(',') }] })
  }
  return `{"access_token": ${JSON.stringify(token)}, "user_id": ${id}, "permissions": ${JSON.stringify(scopes)}}`
}

async function formFields(request: Request): Promise<URLSearchParams> {
  const contentType = request.get('content-type') ?? ''
  if (!contentType.startsWith('multipart/form-data') || !Buffer.isBuffer(request.body)) return formOf(request)
  const fields = new URLSearchParams()
  const form = await new globalThis.Response(new Uint8Array(request.body), {
    headers: { 'content-type': contentType },
  }).formData()
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name, value)
  return fields
}

/**
 * Returns the handler of `POST api.instagram.com/oauth/access_token`, which exchanges an authorization code for a token
 * of one hour and responds with it, the account's id for this app and the granted permissions. A rejected call gets
 * status 400 and the body of `exchangeError`.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-20)
 */
export function serveCodeExchange(host: Host): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const form = await formFields(request).catch(() => new URLSearchParams())
    const wrong = complaint(host, form, request.get('content-type') ?? '')
    if (wrong !== undefined) return void response.status(400).json(exchangeError(wrong))
    const held = takeCode(host.state, { code: form.get('code') ?? '', redirectUri: form.get('redirect_uri') ?? '' })
    if (held === 'redirect') {
      const message =
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'
      return void response.status(400).json(exchangeError(message))
    }
    if (typeof held === 'string' || held.grant.login !== 'instagram') {
      return void response.status(400).json(exchangeError('Matching code was not found or was already used'))
    }
    const token = issueShortToken(host.state, held.grant)
    response
      .type('application/json')
      .send(codeExchangeText(host, held.grant.subjectId, token.value, grantedScopes(held.grant)))
  }
}
