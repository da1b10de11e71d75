import { loginScopes, scopesFor } from '@carillon/domain'
import type { AppCall } from '../call-context.ts'
import { connectionExpired } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { objectOf, textOf } from '../json.ts'
import { callGraph } from '../meta/graph.ts'
import {
  dialogUrl,
  exchangeCode,
  exchangeForLongLived,
  grantedPermissions,
  inspectToken,
  type Login,
  type TokenInspection,
} from '../meta/login.ts'
import { type AuthorizedPage, listPages } from '../meta/pages.ts'
import { codeOf, notGrantedScopes, requireGranted } from '../oauth2/flow.ts'
import type { CallbackRequest, Completion, ConnectPort, Granted, Identity, Names, Refreshed } from '../ports/connect.ts'
import { requiredId } from '../required-fields.ts'
import { type FacebookCredentials, storable } from './credentials.ts'
import { loginOf } from './login.ts'
import { requiredScopes, wantedScopes } from './scopes.ts'

interface User {
  id: string
  name: string | null
  imageUrl: string | null
}

/**
 * Reads the id, name and image of the user to whom `token` belongs.
 * @see https://developers.facebook.com/docs/graph-api/reference/user (read 2026-11-20)
 */
async function readUser(call: AppCall, { app, dialect }: Login, token: string): Promise<User> {
  const body = await callGraph(call, dialect, {
    method: 'GET',
    host: app.graph,
    path: '/me',
    operation: 'accounts.get',
    access: { token, appSecret: app.clientSecret },
    query: { fields: 'id,name,picture{url}' },
  })
  const imageUrl = textOf(objectOf(objectOf(body['picture'])['data'])['url'])
  return { id: requiredId(body), name: textOf(body['name']), imageUrl }
}

function earliest(...moments: (Date | null)[]): Date | null {
  const known = moments.filter((moment) => moment !== null).map((moment) => moment.getTime())
  return known.length > 0 ? new Date(Math.min(...known)) : null
}

interface Grant {
  user: User
  scopes: string[]
  token: string
  tokenExpiresAt: Date | null
  dataAccessExpiresAt: Date | null
}

function credentialsOf({ user, token, tokenExpiresAt, dataAccessExpiresAt }: Grant): FacebookCredentials {
  return {
    userId: user.id,
    userToken: token,
    userTokenExpiresAt: tokenExpiresAt?.toISOString() ?? null,
    dataAccessExpiresAt: dataAccessExpiresAt?.toISOString() ?? null,
    page: null,
  }
}

function grantedIn(scopes: string[]): Granted {
  return { scopes, missingScopes: notGrantedScopes(wantedScopes, scopes) }
}

/**
 * Builds the identity of a Page, the account to store. `tokenExpiresAt` is the end of the app's access to the user's
 * data, since the Page's token itself does not expire.
 */
function pageIdentity(grant: Grant, page: AuthorizedPage): Identity {
  return {
    providerId: page.id,
    displayIdentifier: page.username,
    displayName: page.name,
    avatarUrl: page.imageUrl,
    ...grantedIn(grant.scopes),
    credentials: storable({ ...credentialsOf(grant), page: { pageId: page.id, pageToken: page.token } }),
    tokenExpiresAt: grant.dataAccessExpiresAt,
    grantedBy: grant.user.id,
  }
}

/** Builds the identity of a user without a Page, an account that is sufficient for ads. */
function userIdentity(grant: Grant): Identity {
  return {
    providerId: grant.user.id,
    displayIdentifier: null,
    displayName: grant.user.name,
    avatarUrl: grant.user.imageUrl,
    ...grantedIn(grant.scopes),
    credentials: storable(credentialsOf(grant)),
    tokenExpiresAt: earliest(grant.tokenExpiresAt, grant.dataAccessExpiresAt),
    grantedBy: grant.user.id,
  }
}

/**
 * Reads a Page's token and names with the user's token; null if Facebook rejects the call or returns no token, for
 * example because the user can no longer access the Page.
 * @see https://developers.facebook.com/docs/graph-api/reference/page (read 2026-11-20)
 */
async function readPageToken(
  call: AppCall,
  { app, dialect }: Login,
  { pageId, userToken }: { pageId: string; userToken: string },
): Promise<{ pageToken: string; names: Names } | null> {
  try {
    const body = await callGraph(call, dialect, {
      method: 'GET',
      host: app.graph,
      path: `/${pageId}`,
      operation: 'accounts.get',
      access: { token: userToken, appSecret: app.clientSecret },
      query: { fields: 'access_token,name,username' },
      timeoutMs: 10_000,
    })
    const pageToken = textOf(body['access_token'])
    const names = { displayIdentifier: textOf(body['username']), displayName: textOf(body['name']) }
    return pageToken === null ? null : { pageToken, names }
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'rejected') return null
    throw error
  }
}

/**
 * Checks with Facebook, which has no refresh grant, whether the tokens are still valid. The Page's token is read again,
 * since it changes with the user's password. If the user's token has expired, the stored Page's token is used further
 * as long as it is valid, and no scopes are returned.
 * @throws ProviderError `connection_expired` if the token is no longer valid, or the app's access to the data has ended
 */
async function refresh(call: AppCall, kept: FacebookCredentials): Promise<Refreshed> {
  const login = loginOf(call)
  const user = await inspectToken(call, login, kept.userToken)
  const { page } = kept
  if (!page) {
    const { dataAccessExpiresAt, expiresAt } = user
    if (!user.valid || hasPassed(call, dataAccessExpiresAt)) throw connectionExpired()
    const credentials = { ...kept, dataAccessExpiresAt: isoOf(dataAccessExpiresAt) }
    return refreshed(credentials, { tokenExpiresAt: earliest(expiresAt, dataAccessExpiresAt), user })
  }
  const { pageId } = page
  const { userToken } = kept
  const fresh = user.valid ? await readPageToken(call, login, { pageId, userToken }) : null
  const pageToken = fresh?.pageToken ?? page.pageToken
  const inspected = await inspectToken(call, login, pageToken)
  const dataAccessExpiresAt = inspected.dataAccessExpiresAt ?? user.dataAccessExpiresAt
  if (!inspected.valid || hasPassed(call, dataAccessExpiresAt)) throw connectionExpired()
  const credentials = { ...kept, page: { pageId, pageToken }, dataAccessExpiresAt: isoOf(dataAccessExpiresAt) }
  const tokenExpiresAt = earliest(inspected.expiresAt, dataAccessExpiresAt)
  const renewed = refreshed(credentials, { tokenExpiresAt, user })
  return fresh ? { ...renewed, names: fresh.names } : renewed
}

function isoOf(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

function hasPassed({ now }: AppCall, moment: Date | null): boolean {
  return moment !== null && moment <= now()
}

function refreshed(
  credentials: FacebookCredentials,
  { tokenExpiresAt, user }: { tokenExpiresAt: Date | null; user: TokenInspection },
): Refreshed {
  const isReported = user.valid && user.scopes.length > 0
  return { credentials: storable(credentials), tokenExpiresAt, ...(isReported && { granted: grantedIn(user.scopes) }) }
}

async function complete(call: AppCall, request: CallbackRequest): Promise<Completion> {
  const login = loginOf(call)
  const short = await exchangeCode(call, login, { code: codeOf(request), redirectUri: request.redirectUri })
  const { token } = await exchangeForLongLived(call, login, short.token)
  const scopes = await grantedPermissions(call, login, token)
  requireGranted(scopes, requiredScopes)
  const { expiresAt, dataAccessExpiresAt } = await inspectToken(call, login, token)
  const user = await readUser(call, login, token)
  const grant = { user, scopes, token, tokenExpiresAt: expiresAt, dataAccessExpiresAt }
  const pages = (await listPages(call, login, { token, scopes })).map((page) => pageIdentity(grant, page))
  const several = pages.length > 1
  // A user with several Pages may also continue without one.
  return { identities: several || pages.length === 0 ? [...pages, userIdentity(grant)] : pages, select: several }
}

/**
 * Connects Facebook Pages, or a user without a Page, for ads. A user with several Pages selects from these and the
 * account without a Page. Has no `revoke`: Facebook revokes a user's grant for the whole app, and with it all other
 * Pages and Instagram accounts that the same user connected, even those of other customers.
 */
export const facebookConnect: ConnectPort<FacebookCredentials> = {
  async authorize(call, { redirectUri, state }) {
    const scopes = scopesFor(loginScopes.facebook.any, call.app.features)
    const authorizationUrl = dialogUrl(loginOf(call).app, { redirectUri, state, scopes })
    return { authorizationUrl, state, kept: {} }
  },
  complete,
  refresh,
}
