import type { Dependencies } from './dependencies.ts'
import { Rejection } from './http/rejection.ts'

/** The app that a local installation is registered as. */
export const sandboxApp = {
  id: '7440000000000000001',
  secret: 'sandbox-tiktok-app-secret',
}

/** Rejects any other app, or a wrong secret if the endpoint requires one. */
export function requireApp({ app }: Dependencies, id: string, secret?: string): void {
  if (id !== app.id || (secret !== undefined && secret !== app.secret))
    throw new Rejection('badApp', 'The app id or the app secret is incorrect.')
}
