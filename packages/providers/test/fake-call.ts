import { createLogger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import nock from 'nock'
import type { App, AppCall, CallContext, ConnectedAccount } from '../src/call-context.ts'
import type { MediaSource } from '../src/media-source.ts'

// Importing it replaces the sockets of the whole process; other files may need real ones.
nock.restore()

export const now = new Date('2026-11-20T12:00:00.000Z')

const outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }), random: () => 0 })

/** Puts nock before the network: a call that nobody expected fails, and so does a test whose expected call was not made. */
export function intercept(): void {
  before(() => {
    nock.activate()
    nock.disableNetConnect()
  })
  afterEach(() => {
    const pending = nock.pendingMocks()
    nock.cleanAll()
    if (pending.length > 0) throw new Error(`expected calls were not made: ${pending.join(', ')}`)
  })
  after(() => {
    nock.enableNetConnect()
    nock.restore()
  })
}

/** A call to a network without an account; `over` replaces parts of it. */
export function callOf(app: App, over: Partial<AppCall> = {}): AppCall {
  return { app, outbound, signal: new AbortController().signal, now: () => now, requestId: 'req-1', ...over }
}

function unexpected(what: string) {
  return () => Promise.reject(new Error(`it was not expected to ${what}`))
}

/** What a call draws on: each fails where the network at hand has no such thing. */
const nothingToDraw: Pick<
  CallContext,
  | 'consumeQuota'
  | 'markQuotaExhausted'
  | 'acquireRateSlot'
  | 'recordCharge'
  | 'noteDroppedMetric'
  | 'pausedLimit'
  | 'pauseLimit'
> = {
  consumeQuota: unexpected('consume a quota'),
  markQuotaExhausted: unexpected('mark a quota as exhausted'),
  acquireRateSlot: unexpected('acquire a rate slot'),
  recordCharge: unexpected('record a charge'),
  pausedLimit: unexpected('look for a paused limit'),
  pauseLimit: unexpected('pause a limit'),
  noteDroppedMetric(metric) {
    throw new Error(`it was not expected to drop ${metric}`)
  },
}

type Account<C> = Pick<ConnectedAccount<C>, 'providerId' | 'displayIdentifier' | 'credentials'> &
  Partial<ConnectedAccount<C>>

/** A call on behalf of an account; `drawn` is the quotas, rates and charges of the network. */
export function callFor<C, Drawn extends object>(
  call: AppCall,
  account: Account<C>,
  drawn: Drawn,
): CallContext<C> & Drawn
export function callFor<C>(call: AppCall, account: Account<C>): CallContext<C>
export function callFor<C>(call: AppCall, account: Account<C>, drawn: object = {}): CallContext<C> {
  const whole = { accountId: 'account-1', authMethod: null, scopes: [], ...account }
  return { ...call, ...nothingToDraw, account: whole, ...drawn }
}

type Measures = Pick<MediaSource, 'contentType' | 'width' | 'height'>

/** A media item that is given neither as bytes nor as a link, unless `more` says how. */
export function mediaOf(more: Measures & Partial<MediaSource>): MediaSource {
  return {
    mediaId: 'media-1',
    bytes: 1000,
    sha256: '',
    durationSeconds: null,
    open: () => {
      throw new Error('it was not expected to read bytes')
    },
    link: unexpected('ask for a link'),
    ...more,
  }
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  return promise.then(
    () => {
      throw new Error('it was expected to fail')
    },
    (error: unknown) => error as Record<string, unknown>,
  )
}

/** Where in the post a rejection found the fault, as in `thread.0.text`, and the limit that is not met with the value. */
export function placeOf({ details, bounds }: Record<string, unknown>): { path: string; bound: unknown } {
  const issues = Array.isArray(details) ? details : []
  const [bound = null] = Array.isArray(bounds) ? bounds : []
  return { path: issues.map(({ path }: { path: string[] }) => path.join('.')).join(' '), bound }
}
