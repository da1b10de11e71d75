import type { loginScopes } from '@carillon/domain'

type Login = (typeof loginScopes)['tiktok']['any']

/**
 * A scope that some operation needs. None is required to connect an account: without a scope, only the operations that
 * need it are rejected.
 */
export type Scope = Login['always'][number] | Login['features'][keyof Login['features']][number]
