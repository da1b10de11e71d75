import { loginScopes, scopesFor } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, AppCall } from '../call-context.ts'
import { connectionExpired } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { idOf, objectOf, textOf } from '../json.ts'
import { codesOf } from '../meta/codes.ts'
import { callGraph } from '../meta/graph.ts'
import {
  dialogUrl,
  exchangeCode,
  exchangeForLongLived,
  grantedPermissions,
  inspectToken,
  type Login,
  type MetaApp,
} from '../meta/login.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { type AuthorizedPage, hasTask, listPages } from '../meta/pages.ts'
import { codeOf, notGrantedScopes, requireGranted } from '../oauth2/flow.ts'
import type { ConnectPort, Granted, Identity, Names, Refreshed } from '../ports/connect.ts'
import { reachOf } from './client.ts'
import type { FacebookLoginCredentials } from './credentials.ts'
import { instagramDialect } from './errors.ts'
import { hostOf } from './hosts.ts'
import { namesOf, shownNames } from './profile.ts'
import { instagramResponses } from './responses.ts'

const scopesOfLogin = loginScopes.instagram.facebook_login

/** The scopes without which no account can be found or read. */
const requiredScopes: readonly string[] = scopesOfLogin.always

const publishScope = 'instagram_content_publish'

/**
 * Returns the Meta app, whose id and secret are set in addition to those of the Instagram app.
 * @throws ServiceError `provider_not_configured` if its id or secret is not set
 */
function metaApp(app: App): MetaApp {
  const { facebookClientId, facebookClientSecret, facebookLoginConfigId: configId } = app.secrets
  if (!facebookClientId || !facebookClientSecret) {
    throw new ServiceError('provider_not_configured', 'This deployment has no Meta app for logging in with Facebook.')
  }
  const [web, graph] = [hostOf(app, 'facebookWeb'), hostOf(app, 'facebookGraph')]
  return { clientId: facebookClientId, clientSecret: facebookClientSecret, web, graph, ...(configId && { configId }) }
}

function loginOf({ app }: Pick<AppCall, 'app'>): Login {
  return { app: metaApp(app), dialect: loginDialect('instagram', instagramResponses) }
}

const accountFields = 'instagram_business_account{id,username,name,profile_picture_url}'
/** Tasks of a user on a Page, either of which allows publishing to the linked account. */
const publishTasks = ['MANAGE', 'CREATE_CONTENT']

/** Returns granted scopes with those that are missing, to which publishing belongs if the Page's tasks forbid it. */
function grantedIn(scopes: string[], mayPublish: boolean): Granted {
  const missing = notGrantedScopes(scopesFor(scopesOfLogin), scopes)
  return { scopes, missingScopes: mayPublish || missing.includes(publishScope) ? missing : [publishScope, ...missing] }
}

interface Grant {
  scopes: string[]
  userToken: string
  userId: string | null
  /** When the app loses access to the user's data, 90 days after the login; null if Facebook reports no such time. */
  dataAccessExpiresAt: Date | null
}

/**
 * Returns the identity of the Instagram account that is linked to a Page, as a list with one item; empty without one.
 */
function identityOf(page: AuthorizedPage, { scopes, userToken, userId, dataAccessExpiresAt }: Grant): Identity[] {
  const account = objectOf(page.raw['instagram_business_account'])
  const providerId = idOf(account['id'])
  if (providerId === null) return []
  const mayPublish = page.tasks === null || hasTask(page.tasks, publishTasks)
  const credentials: FacebookLoginCredentials = {
    login: 'facebook_login',
    accessToken: page.token,
    pageId: page.id,
    userToken,
    dataAccessExpiresAt: dataAccessExpiresAt?.toISOString() ?? null,
    mayPublish,
  }
  return [
    {
      providerId,
      ...namesOf(account),
      ...grantedIn(scopes, mayPublish),
      credentials,
      tokenExpiresAt: dataAccessExpiresAt,
      ...(userId !== null && { grantedBy: userId }),
    },
  ]
}

/**
 * Ends a login: returns the accounts that are linked to the granted Pages. If there are several, `select` is true, and
 * the user selects among them.
 * @throws ServiceError `missing_scope` if a required scope was not granted; `provider_error` if no account is linked;
 *   ProviderError if Facebook rejects a call or does not respond
 */
async function complete(call: AppCall, login: Login, request: { code: string; redirectUri: string }) {
  const short = await exchangeCode(call, login, request)
  const { token: userToken } = await exchangeForLongLived(call, login, short.token)
  const scopes = await grantedPermissions(call, login, userToken)
  requireGranted(scopes, requiredScopes)
  const { userId, dataAccessExpiresAt } = await inspectToken(call, login, userToken)
  const pages = await listPages(call, login, { token: userToken, scopes, fields: accountFields })
  const identities = pages.flatMap((page) => identityOf(page, { scopes, userToken, userId, dataAccessExpiresAt }))
  if (identities.length > 0) return { identities, select: identities.length > 1 }
  throw new ServiceError(
    'provider_error',
    'None of the selected Pages has a linked Instagram professional account. Link one in the settings of the Page, or log in with Instagram instead.',
  )
}

/**
 * Reads the Page's current token and the names of the linked account with the user's token.
 * @throws ProviderError `connection_expired` if the user no longer has a role on the Page, or if the user's token does
 *   not work (`tokenRejected`)
 * @see https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/get-long-lived (read
 *   2026-11-20)
 */
async function readPageToken(
  call: AppCall,
  credentials: FacebookLoginCredentials,
): Promise<{ accessToken: string; names: Names }> {
  const { host, access } = reachOf(call, { ...credentials, accessToken: credentials.userToken })
  const path = `/${credentials.pageId}`
  const body = await callGraph(call, instagramDialect, {
    method: 'GET',
    host,
    path,
    operation: 'pages.get',
    access,
    timeoutMs: 5_000,
    query: { fields: 'access_token,instagram_business_account{username,name}' },
  })
  const accessToken = textOf(body['access_token'])
  if (accessToken !== null) return { accessToken, names: shownNames(objectOf(body['instagram_business_account'])) }
  const message = 'The user no longer has a role on the Page; the user must reconnect the account.'
  throw new ProviderError('connection_expired', message, 'rejected')
}

/**
 * Checks with a call that the Page's token works.
 * @throws ProviderError `connection_expired` if it does not
 * @see https://developers.facebook.com/docs/graph-api/reference/page (read 2026-11-20)
 */
async function checkPageToken(call: AppCall, credentials: FacebookLoginCredentials): Promise<void> {
  await callGraph(call, instagramDialect, {
    method: 'GET',
    path: `/${credentials.pageId}`,
    operation: 'pages.get',
    timeoutMs: 5_000,
    query: { fields: 'id' },
    ...reachOf(call, credentials),
  })
}

/**
 * Reads when the app loses read access to the account; null if Facebook reports no such time. The Page's token reports
 * it even after the user's token has expired.
 * @throws ProviderError `connection_expired` if that time has passed, or if the token is not valid
 */
async function readDataAccess(call: AppCall, accessToken: string): Promise<Date | null> {
  const { valid, dataAccessExpiresAt: until } = await inspectToken(call, loginOf(call), accessToken)
  if (!valid) throw connectionExpired()
  if (until === null || until > call.now()) return until
  const message = 'The access to the account ended ninety days after the login; the user must reconnect the account.'
  throw new ProviderError('connection_expired', message, 'rejected')
}

/**
 * Reads the scopes of the user's token. Undefined if that token is no longer valid, if Facebook reports none, or if it
 * is not known whether the Page's tasks allow publishing.
 */
async function readGranted(
  call: AppCall,
  { userToken, mayPublish }: FacebookLoginCredentials,
): Promise<Granted | undefined> {
  if (mayPublish === null) return undefined
  const { valid, scopes } = await inspectToken(call, loginOf(call), userToken)
  return valid && scopes.length > 0 ? grantedIn(scopes, mayPublish) : undefined
}

/**
 * Builds the result of a refresh. The granted scopes are left out if they cannot be read.
 * @throws ProviderError as `readDataAccess` does
 */
async function refreshed(call: AppCall, credentials: FacebookLoginCredentials): Promise<Refreshed> {
  const reading = readGranted(call, credentials).catch(() => undefined)
  const until = await readDataAccess(call, credentials.accessToken)
  const granted = await reading
  return {
    credentials: { ...credentials, dataAccessExpiresAt: until?.toISOString() ?? null },
    tokenExpiresAt: until,
    ...(granted && { granted }),
  }
}

/** Returns whether Facebook itself has rejected a call with the user's token as one of an expired connection. */
function isUserRejected(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.code === 'connection_expired' && codesOf(error).code !== undefined
}

/**
 * Reads the Page's current token while the user's token is valid, since this login has no refresh grant. Afterwards the
 * old Page token is kept as long as it works. It is also kept, as long as it is valid, if the user's token lacks a
 * permission, or if Facebook reports the Page as unknown, which it does for objects that exist during failures of its
 * own. The scopes are those of the user's token.
 * @throws ProviderError `connection_expired` if no token works, if the user no longer has a role on the Page, or if the
 *   app's access to the account has ended
 */
async function refresh(call: AppCall, credentials: FacebookLoginCredentials): Promise<Refreshed> {
  try {
    const { accessToken, names } = await readPageToken(call, credentials)
    return { ...(await refreshed(call, { ...credentials, accessToken })), names }
  } catch (error) {
    if (!isUserRejected(error)) throw error
    if (error.tokenRejected) await checkPageToken(call, credentials)
    return refreshed(call, credentials)
  }
}

/** Connects Instagram accounts by a login with Facebook. The accounts must be linked to a Facebook Page. */
export const facebookLogin: Pick<ConnectPort<FacebookLoginCredentials>, 'authorize' | 'complete' | 'refresh'> = {
  async authorize(call, { redirectUri, state }) {
    const scopes = scopesFor(scopesOfLogin, call.app.features)
    return { authorizationUrl: dialogUrl(metaApp(call.app), { redirectUri, state, scopes }), state, kept: {} }
  },
  async complete(call, request) {
    return complete(call, loginOf(call), { code: codeOf(request), redirectUri: request.redirectUri })
  },
  refresh,
}
