import { type LoginScopes, loginScopes, scopesFor } from '@carillon/domain'

const login = loginScopes.tiktok.any satisfies LoginScopes

/**
 * Every scope that some operation needs. None is required to connect an account: without a scope, only the operations
 * that need it are rejected.
 */
export const wantedScopes: readonly string[] = scopesFor(login)

export type Scope = (typeof login.always)[number] | (typeof login.features)[keyof typeof login.features][number]
