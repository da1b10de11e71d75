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

/** Matches a did:plc or did:web identifier, or a handle that is a domain name, with or without `@` before it. */
const handlePattern =
  '^(did:(plc|web):[A-Za-z0-9._:%-]+|@?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)$'

const redirectUrl = {
  type: 'string',
  maxLength: 2048,
  description:
    'Where the browser goes after the authorization, whether or not it succeeded; after the session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon.',
} as const

const loginFields = {
  authMethods: {
    authMethod: {
      enum: capabilities.connect.cells.instagram.authMethods,
      description:
        'instagram_login: the user logs in to Instagram. facebook_login: to Facebook, for an account that is linked to a Page. Default: instagram_login.',
    },
  },
  handle: {
    handle: {
      type: 'string',
      maxLength: limits.handle,
      pattern: handlePattern,
      'x-rule': 'A decentralized id (did:plc:… or did:web:…), or a handle such as name.example.com.',
      description:
        "The account whose login page is opened; the account with which the user logs in there is connected. If omitted, the user names it on the page of Bluesky's own server, which knows no accounts of other servers.",
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

/**
 * Returns the body schema for one platform, with the login fields of that platform. Its TypeScript type has the login
 * fields of all platforms.
 */
function startBody(platform: PlatformWith<'connect'>): typeof anyStart {
  const cell = cellOf('connect', platform)
  const own = Object.entries(loginFields).filter(([limit]) => Object.hasOwn(Object(cell), limit))
  const properties = Object.assign({ platform: { const: platform }, redirectUrl }, ...own.map(([, fields]) => fields))
  return { ...anyStart, properties }
}

export const connectionOperations = {
  'connections.start': {
    method: 'post',
    path: '/profiles/{profileId}/connect',
    tag: 'Connections',
    scope: 'accounts:write',
    summary: 'Start connecting an account',
    description:
      'Creates a connection session. Send the customer to its authorizationUrl: they authorize the account at the platform and, where needed, select or confirm accounts on a page of Carillon, all within 30 minutes. Afterwards the browser is redirected to redirectUrl with the query parameters connectionSessionId and status (completed or failed), or to a page of Carillon if redirectUrl was not sent.',
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
      "Creates a connection session. Send the business to its authorizationUrl, and have it complete the sign-up within 30 minutes: the page opens the platform's own sign-up and needs no API key. A profile has at most one WhatsApp number: signing up again with this number renews its connection, with another number the session fails. Afterwards the browser is redirected to redirectUrl with the query parameters connectionSessionId and status (completed, failed, or pending if Carillon continues in the background: poll the session), or to a page of Carillon if redirectUrl was not sent.",
    profile: 'path',
    platform: 'whatsapp',
    capability: 'connect.signup',
    params: profilePath,
    optionalBody: true,
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
    description:
      'Returns the session with its status and the accounts that it connected. If no redirectUrl was sent, or the browser returned with the status pending, poll it until its status is completed, failed or expired.',
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
    description:
      'Returns the connect links of the profile that have not expired, used or not, newest first, without their URLs.',
    profile: 'path',
    params: profilePath,
    responses: {
      200: {
        description: 'The connect links.',
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
    description: `Returns a URL to send to the customer. It opens a page of Carillon on which they connect and reconnect accounts of this profile, without an API key or a login. The page shows the name, the colour and the logo of the organization (see \`PATCH /organization\`). An authorization can only be completed in the browser that started it. The events connection.completed, connection.failed, account.connected and, of an account that is connected again, account.updated report the result. Anyone who has the URL can use the page until the link expires or is deleted, to start at most ${limits.startsPerConnectLink} authorizations. A profile has at most ${limits.connectLinksPerProfile} links that have not expired.`,
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
          description:
            'The platforms that the page offers. The request is rejected (`invalid_request`) if this deployment lacks the app credentials for one of them. Default: all for which it has them when the link is created, or which need none.',
        },
        redirectUrl: {
          type: 'string',
          maxLength: 2048,
          description:
            'Where the browser goes after each authorization, whether or not it succeeded, with the query parameters connectionSessionId and status (completed, failed or, on whatsapp, pending); after its session has expired, it stays on a page of Carillon. The URL must be HTTPS (except on localhost), without a user name or a fragment, and its origin must be allowed for the organization (`POST /origins`). Default: a page of Carillon.',
        },
      },
      [],
    ),
    optionalBody: true,
    responses: {
      201: {
        description: 'The connect link. Its URL is returned in this response only.',
        schema: closed({
          ...connectLinkShape.properties,
          url: { ...text, description: 'The URL of the page, to send to the customer.' },
        }),
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
    description: 'Closes the page of the link at once. An authorization that has begun can still be completed.',
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
    description:
      'Returns the name that customers see where they connect accounts, and the colour and the logo of the pages of connect links.',
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
    description:
      'Changes the name that customers see where they connect accounts, or the colour or the logo of the pages of connect links. Omitted fields are kept.',
    profile: 'none',
    wholeOrganization: true,
    body: {
      ...object(
        {
          name: {
            type: 'string',
            minLength: 1,
            maxLength: limits.organizationName,
            description: 'The name that customers see.',
          },
          color: {
            type: ['string', 'null'],
            pattern: '^#[0-9A-Fa-f]{6}$',
            'x-rule': 'A colour such as #1a5fb4.',
            description:
              'The colour of buttons on the pages of connect links; null for the default colour. The text of buttons is black or white.',
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
