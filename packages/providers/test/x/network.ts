import type { Logger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import { expect } from 'chai'
import nock from 'nock'
import type { App, CallContext, ConnectedAccount } from '../../src/call-context.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost, PublishCall } from '../../src/ports/publish.ts'

export const api = 'https://api.x.com'
export const app: App = {
  hosts: { web: 'https://x.com', api },
  secrets: { clientId: 'client-1', clientSecret: 'secret:1' },
  publicUrl: 'https://carillon.example',
}
export const now = new Date('2026-11-20T12:00:00.000Z')
export const account: ConnectedAccount = {
  accountId: '0199aa00-0000-7000-8000-000000000001',
  providerId: '2244994945',
  displayIdentifier: 'mira_bells',
  authMethod: null,
  scopes: [],
  credentials: { accessToken: 'access-1', refreshToken: 'refresh-1' },
}

const silent = () => undefined
const log: Logger = {
  fatal: silent,
  error: silent,
  warn: silent,
  info: silent,
  debug: silent,
  trace: silent,
  child: () => log,
}
const outbound = createOutbound({ log, random: () => 0 })

/** Calls of a suite go to nock alone, and every expected one has to be made. */
export function onlyExpectedCalls(): void {
  before(() => {
    if (!nock.isActive()) nock.activate()
    nock.disableNetConnect()
  })
  afterEach(() => {
    const pending = nock.pendingMocks()
    nock.cleanAll()
    expect(pending).to.deep.equal([])
  })
  after(() => {
    nock.enableNetConnect()
    nock.restore()
  })
}

export type Bill = Parameters<CallContext['bill']>

export interface TestCall extends CallContext {
  bills: Bill[]
}

/** A call for the account that keeps what was billed. */
export function accountCall(changes: Partial<ConnectedAccount> = {}): TestCall {
  const bills: Bill[] = []
  return {
    app,
    outbound,
    signal: new AbortController().signal,
    now: () => now,
    requestId: 'req-1',
    account: { ...account, ...changes },
    spend: async () => undefined,
    exhausted: async () => undefined,
    pace: async () => undefined,
    bill: async (...bill) => void bills.push(bill),
    bills,
  }
}

export function publishCall(post: Partial<PreparedPost<'x'>>): PublishCall<'x'> & TestCall {
  const whole = { platform: 'x', accountId: account.accountId, text: '', ...post } as PreparedPost<'x'>
  return { ...accountCall(), publishId: 'publish-1', createdAt: now, post: whole }
}

/** A media item whose byte at each place is the place itself, modulo 251; `opened` keeps the ranges that were read. */
export function source(contentType: string, bytes = 10): { source: MediaSource; opened: unknown[] } {
  const opened: unknown[] = []
  const all = Uint8Array.from({ length: bytes }, (_, at) => at % 251)
  return {
    opened,
    source: {
      mediaId: 'media-1',
      contentType,
      bytes,
      sha256: '',
      width: 640,
      height: 480,
      durationSeconds: null,
      async *open(range) {
        opened.push(range)
        yield range ? all.subarray(range.start, range.end + 1) : all
      },
      link: async () => {
        throw new Error('X fetches nothing')
      },
    },
  }
}

export async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const thrown = await work.then(
    () => new Error('resolved, where a rejection was expected'),
    (error: unknown) => error,
  )
  if (thrown instanceof ProviderError) return thrown
  throw thrown
}
