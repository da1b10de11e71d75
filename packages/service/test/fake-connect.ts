import type { Completion, ConnectPort, Identity, JsonObject } from '@carillon/providers'

export function identity(name: string, more: Partial<Identity> = {}): Identity {
  return {
    providerId: `provider-${name}`,
    displayIdentifier: `@${name}`,
    displayName: name,
    avatarUrl: null,
    scopes: ['read', 'write'],
    missingScopes: [],
    credentials: { accessToken: `access-token-of-${name}`, refreshToken: `refresh-token-of-${name}` },
    tokenExpiresAt: null,
    ...more,
  }
}

/** A network whose consent always succeeds, and then brings what the test says. */
export class FakeConnect {
  /** States handed out, by the order of sessions. */
  states: string[] = []
  completions = 0
  /** Consumed one a callback; when none is left, a new person each time. */
  outcomes: (Completion | (() => Promise<Completion>) | Error)[] = []
  revoked: string[] = []

  readonly port: ConnectPort<JsonObject> = {
    authorize: async (_call, { state, redirectUri }) => {
      this.states.push(state)
      const query = new URLSearchParams({ state, redirect_uri: redirectUri })
      return {
        authorizationUrl: `https://network.example/authorize?${query}`,
        state,
        kept: { verifier: `verifier-of-${state}` },
      }
    },
    complete: async (_call, { kept, parameters }) => {
      this.completions++
      if (kept['verifier'] !== `verifier-of-${parameters['state']}`) throw new Error('another session was opened')
      const outcome = this.outcomes.shift() ?? { identities: [identity(`p${this.completions}`)], select: false }
      if (outcome instanceof Error) throw outcome
      return typeof outcome === 'function' ? outcome() : outcome
    },
    refresh: async (_call, credentials) => ({ credentials, tokenExpiresAt: null }),
    revoke: async (_call, credentials) => {
      this.revoked.push(String(credentials['accessToken']))
    },
  }

  /** The state of the session that was started last. */
  get state(): string {
    return this.states.at(-1) ?? ''
  }
}
