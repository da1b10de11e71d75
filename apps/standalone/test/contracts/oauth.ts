import type { OpenApi } from './openapi.ts'
import type { Schema } from './schema.ts'

// Token endpoints and uploads that the networks' own documents leave out, written from their documentation in prose.

const text: Schema = { type: 'string', minLength: 1 }
const whole: Schema = { type: 'integer', minimum: 0 }

function object(properties: Record<string, Schema>, required: readonly string[] = Object.keys(properties)): Schema {
  return { type: 'object', properties, required: [...required] }
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

function form(properties: Record<string, Schema>, required: readonly string[]) {
  const schema = object(properties, required)
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
}

const inQuery = (name: string, schema: Schema = text, required = true) => ({ name, in: 'query', required, schema })
const inHeader = (name: string, schema: Schema = text, required = true) => ({ name, in: 'header', required, schema })

const grant = { enum: ['authorization_code', 'refresh_token'] }
const codeOrRefresh = { grant_type: grant, code: text, redirect_uri: text, code_verifier: text, refresh_token: text }
const oauthError = json(object({ error: text, error_description: text }, ['error']))

/** @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-22) */
export const xOAuth: OpenApi = {
  paths: {
    '/2/oauth2/token': {
      post: {
        requestBody: form({ ...codeOrRefresh, client_id: text }, ['grant_type']),
        responses: {
          200: json(
            object({ token_type: text, expires_in: whole, access_token: text, scope: text, refresh_token: text }),
          ),
          400: oauthError,
          401: oauthError,
        },
      },
    },
    '/2/oauth2/revoke': {
      post: {
        requestBody: form({ token: text, client_id: text, token_type_hint: text }, ['token']),
        responses: { 200: json(object({ revoked: { type: 'boolean' } })) },
      },
    },
  },
}

/**
 * @see https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-22)
 * @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-22)
 */
export function youtubeBesides(discovered: OpenApi): OpenApi {
  const video = { $ref: '#/components/schemas/Video' }
  const session = [inQuery('uploadType', { enum: ['resumable'] }), inQuery('upload_id'), inQuery('part', text, false)]
  return {
    components: discovered.components ?? {},
    paths: {
      '/token': {
        post: {
          requestBody: form({ ...codeOrRefresh, client_id: text, client_secret: text }, [
            'grant_type',
            'client_id',
            'client_secret',
          ]),
          responses: {
            200: json(
              object(
                {
                  access_token: text,
                  expires_in: whole,
                  refresh_token: text,
                  refresh_token_expires_in: whole,
                  scope: text,
                  token_type: text,
                  id_token: text,
                },
                ['access_token', 'expires_in', 'scope', 'token_type'],
              ),
            ),
            400: oauthError,
          },
        },
      },
      '/revoke': {
        post: { requestBody: form({ token: text }, ['token']), responses: { 200: json(object({})), 400: oauthError } },
      },
      '/upload/youtube/v3/videos': {
        post: {
          parameters: [
            inQuery('uploadType', { enum: ['resumable'] }),
            inQuery('part'),
            inQuery('notifySubscribers', { type: 'boolean' }, false),
            inHeader('x-upload-content-length', { type: 'integer', minimum: 1 }),
            inHeader('x-upload-content-type'),
          ],
          requestBody: { required: true, ...json(video) },
          responses: { 200: {} },
        },
        put: {
          parameters: [
            ...session,
            inQuery('notifySubscribers', { type: 'boolean' }, false),
            inHeader('content-range', { type: 'string', pattern: '^bytes (?:[0-9]+-[0-9]+|[*])/[0-9]+$' }),
          ],
          requestBody: { required: false, content: { '*/*': {} } },
          responses: { 200: json(video), 201: json(video), 308: {} },
        },
      },
    },
  }
}

const metadata = object({ issuer: text, authorization_endpoint: text, token_endpoint: text }, [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
])
const any: Schema = {}
const clientProof = { client_id: text, client_assertion_type: text, client_assertion: text }

/** @see https://atproto.com/specs/oauth (read 2026-11-22) */
export const blueskyOAuth: OpenApi = {
  paths: {
    '/.well-known/oauth-protected-resource': {
      get: {
        responses: {
          200: json({
            ...object({ resource: text, authorization_servers: { type: 'array', items: text } }),
            additionalProperties: any,
          }),
        },
      },
    },
    '/.well-known/oauth-authorization-server': {
      get: { responses: { 200: json({ ...metadata, additionalProperties: any }) } },
    },
    '/oauth/par': {
      post: {
        parameters: [inHeader('dpop')],
        requestBody: form(
          {
            ...clientProof,
            response_type: { enum: ['code'] },
            response_mode: text,
            redirect_uri: text,
            scope: text,
            state: text,
            code_challenge: text,
            code_challenge_method: { enum: ['S256'] },
            login_hint: text,
            display: text,
            prompt: text,
            dpop_jkt: text,
          },
          ['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'],
        ),
        responses: { 201: json(object({ request_uri: text, expires_in: whole })), 400: oauthError, 401: oauthError },
      },
    },
    '/oauth/token': {
      post: {
        parameters: [inHeader('dpop')],
        requestBody: form({ ...clientProof, ...codeOrRefresh }, ['client_id', 'grant_type']),
        responses: {
          200: json(
            object({
              access_token: text,
              token_type: { enum: ['DPoP'] },
              refresh_token: text,
              scope: text,
              expires_in: whole,
              sub: text,
            }),
          ),
          400: oauthError,
          401: oauthError,
        },
      },
    },
    '/oauth/revoke': {
      post: {
        requestBody: form({ ...clientProof, token: text, token_type_hint: text }, ['client_id', 'token']),
        responses: { 200: json(any), 204: {} },
      },
    },
  },
}
