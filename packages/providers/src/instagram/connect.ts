import type { ConnectPort } from '../ports/connect.ts'
import type { Credentials } from './credentials.ts'
import { facebookLogin } from './facebook-login.ts'
import { instagramLogin } from './instagram-login.ts'

const logins = { instagram_login: instagramLogin, facebook_login: facebookLogin }

function loginOf(authMethod: string | null | undefined) {
  return authMethod === 'facebook_login' ? logins.facebook_login : logins.instagram_login
}

/**
 * Connects Instagram accounts with either login: with Instagram, or with Facebook. There is no `revoke`: Instagram
 * documents none, and Facebook's would revoke everything that the user granted to the app, including other accounts.
 */
export const instagramConnect: ConnectPort<Credentials> = {
  authorize: (call, request) => loginOf(request.authMethod).authorize(call, request),
  complete: (call, request) => loginOf(request.authMethod).complete(call, request),
  refresh: (call, credentials) =>
    credentials.login === 'facebook_login'
      ? facebookLogin.refresh(call, credentials)
      : instagramLogin.refresh(call, credentials),
}
