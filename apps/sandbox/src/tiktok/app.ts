import type { AppPreset } from '../network.ts'
import type { Dependencies } from './dependencies.ts'
import { Rejection } from './rejection.ts'

/** The app with which a local installation of Carillon is registered. */
export const sandboxApp = {
  id: '7440000000000000001',
  secret: 'sandbox-tiktok-app-secret',
}

/**
 * Checks the app id, and the secret if the endpoint requires one.
 * @throws Rejection if one is wrong
 */
export function requireApp({ app }: Dependencies, id: string, secret?: string): void {
  if (id !== app.id || (secret !== undefined && secret !== app.secret))
    throw new Rejection('badApp', 'The app id or the app secret is incorrect.')
}

/** The scopes that TikTok can have granted to the app, as presets of the start page. */
export const APP_PRESETS: readonly AppPreset[] = [
  {
    label: 'Publishing approved',
    about: 'The app was given the scopes of TIKTOK_FEATURES=publishing. Asking for another one ends the authorization.',
    set: { scopes: ['user.info.basic', 'user.info.username', 'video.list', 'video.publish', 'video.upload'] },
  },
  { label: 'All scopes', about: 'The app was given all scopes. This is the default.', set: { scopes: null } },
]
