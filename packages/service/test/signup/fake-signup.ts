import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { insertSession } from '@carillon/database'
import type { PhoneNumber, SignupPort } from '@carillon/providers'
import { hashToken } from '../../src/connections/session-secrets.ts'
import type { Harness } from '../harness.ts'

/** Starts a session as `connections.signup` does; returns its id and the token of its page. */
export async function startSignup({
  context,
  organizationId,
  profileId,
}: Harness): Promise<{ id: string; token: string }> {
  const [id, token, now] = [randomUUIDv7(), randomBytes(32).toString('base64url'), context.now()]
  await insertSession(context.db, {
    id,
    organizationId,
    profileId,
    platform: 'whatsapp',
    authMethod: null,
    redirectUrl: null,
    status: 'pending',
    stateHash: hashToken(token),
    ciphertext: null,
    requestId: 'start',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 30 * 60_000),
  })
  return { id, token }
}

/** A network whose sign-up succeeds unless the test replaces a step; it notes the steps in their order. */
export class FakeSignup {
  calls: string[] = []
  /** What a step does instead; it is given the step's own result. */
  instead: { [Step in keyof SignupPort]?: (usual: () => unknown) => unknown } = {}
  number: PhoneNumber = {
    id: '1065',
    displayNumber: '+1 555-078-3881',
    displayName: 'Bakery',
    isVerified: true,
    isReady: false,
    isInApp: false,
    quality: null,
  }
  /** The numbers of the business account besides `number`. */
  more: PhoneNumber[] = []
  /** When the token ends. */
  tokenEnds: Date | null = null
  hasTemplate = true

  readonly port: SignupPort = {
    page: () => {
      throw new Error('the page is not shown')
    },
    outcome: ({ event, code, data }) =>
      event.startsWith('FINISH') && code !== null
        ? {
            kind: 'finished',
            claim: {
              code,
              businessAccountId: String(data['waba_id']),
              numberId: event === 'FINISH' ? this.number.id : null,
              staysInApp: event === 'FINISH_IN_APP',
            },
          }
        : { kind: 'cancelled' },
    exchange: () => this.step('exchange', () => ({ token: 'token-of-the-business', expiresAt: null })),
    check: () =>
      this.step('check', () => ({
        scopes: ['send'],
        expiresAt: this.tokenEnds,
        grantedBy: null,
        numbers: [this.number, ...this.more],
      })),
    subscribe: () => this.step('subscribe', () => undefined),
    register: () =>
      this.step('register', () => {
        this.number = { ...this.number, isReady: true }
      }),
    readNumber: () => this.step('readNumber', () => this.number),
    hasTemplate: () => this.step('hasTemplate', () => this.hasTemplate),
    isSubscribed: () => this.step('isSubscribed', () => true),
    unsubscribe: () => this.step('unsubscribe', () => undefined),
    revoke: () => this.step('revoke', () => undefined),
    deregister: () => this.step('deregister', () => true),
    credentials: (parts) => ({ ...parts }),
  }

  private async step<T>(name: keyof SignupPort, usual: () => T): Promise<T> {
    this.calls.push(name)
    const replaced = this.instead[name]
    return (replaced ? await replaced(usual) : usual()) as T
  }
}

/** A step that never returns, as in a process that dies while it waits. */
export const never = () => new Promise<never>(() => {})
