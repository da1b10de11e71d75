import {
  capabilities,
  cellOf,
  closed,
  connectLinkShape,
  limits,
  logoInput,
  organizationShape,
  type PlatformWith,
  platforms,
  platformsWith,
  sessionShape,
  startedSessionShape,
  text,
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

const linkPath = object({ profileId: uuid, connectLinkId: uuid }, ['profileId', 'connectLinkId'])

export const connectLinkOperations = {
  'connectLinks.list': {
    method: 'get',
    path: '/profiles/{profileId}/connect-links',
    tag: 'Connections',
    scope: 'accounts:read',
    summary: 'List connect links',
    description: 'The links of the profile that have not expired, newest first, without their URLs.',
    profile: 'path',
    params: profilePath,
    responses: {
      200: {
        description: 'The links.',
        schema: closed({ connectLinks: { type: 'array', items: connectLinkShape } }),
      },
    },
    errors: ['profile_not_found'],
  },
  'connectLinks.create': {
    method: 'post',
    path: '/profiles/{profileId}/connect-links',
    tag: 'Connections',
    scope: 'accounts:write',
    summary: 'Create a connect link',
    description: `Send url to the customer: it opens a page on which they connect and reconnect accounts of this profile, without an API key and without an account with Carillon. The page has the name and the colour of the organization (see PATCH /organization). An authorization can only be completed in the browser that has started it. The events connection.completed, connection.failed and account.connected tell the result. Everybody who has the URL can use it until it expires or is deleted. A profile has at most ${limits.connectLinksPerProfile} links.`,
    profile: 'path',
    params: profilePath,
    body: object(
      {
        expiresIn: {
          type: 'integer',
          minimum: 60,
          maximum: limits.connectLinkDays * 86_400,
          description: `Seconds until the link expires, ${limits.connectLinkDays} days at most. Default: 7 days.`,
        },
        platforms: {
          type: 'array',
          items: { enum: platforms },
          minItems: 1,
          maxItems: platforms.length,
          description: 'The social networks that the page offers. Default: all for which credentials are set.',
        },
        redirectUrl: {
          type: 'string',
          maxLength: 2048,
          description:
            'Where the browser goes after an account has been connected, or could not be. The URL must be HTTPS (except on localhost), and its origin must be allowed for the organization. Default: a page of Carillon.',
        },
      },
      [],
    ),
    optionalBody: true,
    responses: {
      201: {
        description: 'The link. Its URL is shown in this response only.',
        schema: closed({ ...connectLinkShape.properties, url: { ...text, description: 'The address of the page.' } }),
      },
    },
    errors: ['profile_not_found', 'invalid_redirect_uri', 'provider_not_configured', 'connect_link_limit_reached'],
  },
  'connectLinks.delete': {
    method: 'delete',
    path: '/profiles/{profileId}/connect-links/{connectLinkId}',
    tag: 'Connections',
    scope: 'accounts:write',
    summary: 'Delete a connect link',
    description: 'The page is closed at once. An authorization that has begun can still be completed.',
    profile: 'path',
    params: linkPath,
    responses: {
      200: { description: 'The link is deleted.', schema: closed({ id: uuid, deleted: { const: true } }) },
    },
    errors: ['profile_not_found', 'connect_link_not_found'],
  },
  'organization.get': {
    method: 'get',
    path: '/organization',
    tag: 'Organization',
    scope: 'profiles:read',
    summary: 'Read what customers see of the organization',
    description: 'The name, the colour and the logo on the pages on which customers connect accounts.',
    profile: 'none',
    responses: { 200: { description: 'The organization.', schema: organizationShape } },
    errors: [],
  },
  'organization.update': {
    method: 'patch',
    path: '/organization',
    tag: 'Organization',
    scope: 'profiles:write',
    summary: 'Change what customers see of the organization',
    description: 'Fields that are absent stay as they are.',
    profile: 'none',
    wholeOrganization: true,
    body: {
      ...object(
        {
          name: { type: 'string', minLength: 1, maxLength: limits.organizationName, description: 'The name.' },
          color: {
            type: ['string', 'null'],
            pattern: '^#[0-9A-Fa-f]{6}$',
            'x-rule': 'A colour such as #1a5fb4.',
            description:
              'The colour of buttons, such as #1a5fb4; null for the usual one. Their text is black or white.',
          },
          logo: logoInput,
        },
        [],
      ),
      minProperties: 1,
    },
    responses: { 200: { description: 'The organization.', schema: organizationShape } },
    errors: ['profile_scope_violation', 'invalid_image'],
  },
} as const satisfies Record<string, Operation>
