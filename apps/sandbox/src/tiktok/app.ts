import type { AppPreset } from '../network.ts'
import type { Dependencies } from './dependencies.ts'
import { Rejection } from './rejection.ts'

/** The id and secret of the app that a local installation uses with the simulated TikTok. */
export const sandboxApp = {
  id: '7440000000000000001',
  secret: 'sandbox-tiktok-app-secret',
}

/**
 * Checks the credentials of the app. Throws a `Rejection` (`badApp`) unless `id` and, if given, `secret` are those of
 * the app.
 */
export function requireApp({ app }: Dependencies, id: string, secret?: string): void {
  if (id !== app.id || (secret !== undefined && secret !== app.secret))
    throw new Rejection('badApp', 'The app id or the app secret is incorrect.')
}

/** Sets of scopes that the app can be given, offered as buttons on the start page. */
export const APP_PRESETS: readonly AppPreset[] = [
  {
    label: 'Publishing approved',
    about: 'The app was given the scopes of TIKTOK_FEATURES=publishing. Asking for another one ends the authorization.',
    set: { scopes: ['user.info.basic', 'user.info.username', 'video.list', 'video.publish', 'video.upload'] },
  },
  { label: 'All scopes', about: 'The app was given all scopes. This is the default.', set: { scopes: null } },
]
