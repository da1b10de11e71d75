import { type LoginScopes, loginScopes, scopesFor } from '@carillon/domain'

const login = loginScopes.tiktok.any satisfies LoginScopes

/** Everything that some operation needs. None is indispensable: an account that lacks one can do the rest. */
export const wantedScopes: readonly string[] = scopesFor(login)

export type Scope = (typeof login.always)[number] | (typeof login.features)[keyof typeof login.features][number]
