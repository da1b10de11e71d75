import { type LoginScopes, loginScopes, scopesFor } from '@carillon/domain'

const login = loginScopes.tiktok.any satisfies LoginScopes

/** All scopes that some operation needs. None is required: an account without one can use everything else. */
export const wantedScopes: readonly string[] = scopesFor(login)

export type Scope = (typeof login.always)[number] | (typeof login.features)[keyof typeof login.features][number]
