import { type LoginScopes, loginScopes, scopesFor } from '@carillon/domain'

const login = loginScopes.tiktok.any satisfies LoginScopes

/**
 * All scopes that an operation needs. None is required: without one of them, an account can be used for everything
 * else.
 */
export const wantedScopes: readonly string[] = scopesFor(login)

export type Scope = (typeof login.always)[number] | (typeof login.features)[keyof typeof login.features][number]
