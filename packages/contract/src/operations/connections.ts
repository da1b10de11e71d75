import {
  capabilities,
  cellOf,
  limits,
  type PlatformWith,
  platformsWith,
  sessionShape,
  startedSessionShape,
  uuid,
} from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { byPlatform, object, profilePath } from '../parameters.ts'

/** A did:plc or did:web identifier, or a domain-style handle with an optional leading @. */
const handlePattern =
  '^(did:(plc|web):[A-Za-z0-9._:%-]+|@?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)$'

const redirectUrl = {
  type: 'string',
  maxLength: 2048,
  description: 'The URL must be HTTPS (except on localhost), and its origin must be allowed for the organization.',
} as const

const loginFields = {
  authMethods: { authMethod: { enum: capabilities.connect.cells.instagram.authMethods } },
  handle: {
    handle: {
      type: 'string',
      maxLength: limits.handle,
      pattern: handlePattern,
      'x-rule': 'A decentralized id (did:plc:… or did:web:…), or a handle such as name.example.com.',
    },
  },
} as const

const anyStart = object(
  {
    platform: { enum: platformsWith('connect') },
    redirectUrl,
    ...loginFields.authMethods,
    ...loginFields.handle,
  },
  ['platform'],
)

/** The body for one platform: with the fields of its way to log in, which the type shows for every platform. */
function startBody(platform: PlatformWith<'connect'>) {
  const cell = cellOf('connect', platform)
  const own = Object.entries(loginFields).filter(([limit]) => Object.hasOwn(Object(cell), limit))
  const properties = Object.assign({ platform: { const: platform }, redirectUrl }, ...own.map(([, fields]) => fields))
  return { ...anyStart, properties } as typeof anyStart
}

export const connectionOperations = {
  'connections.start': {
    method: 'post',
    path: '/profiles/{profileId}/connect',
    tag: 'Connections',
    scope: 'accounts:write',
    summary: 'Start connecting an account',
    description:
      'Send the customer to authorizationUrl within 30 minutes. Afterwards the browser is redirected to redirectUrl with the parameters connectionSessionId and status, or to a page of Carillon if redirectUrl was not sent.',
    profile: 'path',
    capability: 'connect',
    params: profilePath,
    variants: byPlatform(platformsWith('connect'), startBody),
    responses: { 201: { description: 'The session and the URL for the authorization.', schema: startedSessionShape } },
    errors: [
      'profile_not_found',
      'provider_not_supported',
      'provider_not_configured',
      'invalid_redirect_uri',
      'invalid_handle',
      'billing_required',
      'x_billing_required',
      'provider_error',
    ],
  },
  'connections.signup': {
    method: 'post',
    path: '/profiles/{profileId}/whatsapp-signup',
    tag: 'Connections',
    scope: 'accounts:write',
    summary: 'Start connecting a WhatsApp number',
    description:
      "Send the business to authorizationUrl within 30 minutes. That page opens the platform's own sign-up and needs no API key. A profile has one number; signing up again renews it. Afterwards the browser is redirected to redirectUrl with the parameters connectionSessionId and status.",
    profile: 'path',
    platform: 'whatsapp',
    capability: 'connect.signup',
    params: profilePath,
    body: object({ redirectUrl }, []),
    responses: { 201: { description: 'The session and the URL for the sign-up.', schema: startedSessionShape } },
    errors: ['profile_not_found', 'provider_not_configured', 'invalid_redirect_uri', 'billing_required'],
  },
  'connections.get': {
    method: 'get',
    path: '/profiles/{profileId}/connect/{connectionSessionId}',
    tag: 'Connections',
    scope: 'accounts:read',
    summary: 'Read a connection session',
    description: 'If no redirectUrl was sent, poll the session until its status is completed, failed or expired.',
    profile: 'path',
    params: object({ profileId: uuid, connectionSessionId: uuid }, ['profileId', 'connectionSessionId']),
    responses: { 200: { description: 'The state of the session.', schema: sessionShape } },
    errors: ['profile_not_found', 'connection_session_not_found'],
  },
} as const satisfies Record<string, Operation>
