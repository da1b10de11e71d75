import type { App, CallContext, ConnectedAccount } from '../../src/call-context.ts'
import type { TokenPair } from '../../src/credentials.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost } from '../../src/ports/publish.ts'
import type { XCall, XPublishCall } from '../../src/x/credentials.ts'
import { callFor, callOf, failureOf, mediaOf, now } from '../fake-call.ts'

export const api = 'https://api.x.com'
export const app: App = {
  hosts: { web: 'https://x.com', api },
  secrets: { clientId: 'client-1', clientSecret: 'secret:1' },
  publicUrl: 'https://carillon.example',
}
export const account: ConnectedAccount<TokenPair> = {
  accountId: '0199aa00-0000-7000-8000-000000000001',
  providerId: '2244994945',
  displayIdentifier: 'mira_bells',
  authMethod: null,
  scopes: [],
  credentials: { accessToken: 'access-1', refreshToken: 'refresh-1' },
}

type Bill = Parameters<CallContext['recordCharge']>

export interface TestCall extends XCall {
  bills: Bill[]
}

/** A call for the account that keeps what was billed. */
export function accountCall(changes: Partial<ConnectedAccount<TokenPair>> = {}): TestCall {
  const bills: Bill[] = []
  return callFor(
    callOf(app),
    { ...account, ...changes },
    { bills, recordCharge: async (...bill: Bill) => void bills.push(bill) },
  )
}

export function publishCall(post: Partial<PreparedPost<'x'>>): XPublishCall & TestCall {
  const whole = { platform: 'x', accountId: account.accountId, text: '', ...post } as PreparedPost<'x'>
  return { ...accountCall(), writeId: 'publish-1', createdAt: now, input: whole }
}

/** A media item whose byte at each place is the place itself, modulo 251; `opened` keeps the ranges that were read. */
export function source(contentType: string, bytes = 10): { source: MediaSource; opened: unknown[] } {
  const opened: unknown[] = []
  const all = Uint8Array.from({ length: bytes }, (_, at) => at % 251)
  return {
    opened,
    source: mediaOf({
      contentType,
      bytes,
      width: 640,
      height: 480,
      async *open(range) {
        opened.push(range)
        yield range ? all.subarray(range.start, range.end + 1) : all
      },
    }),
  }
}

/** The failure of a call, which has to be one of the network's. */
export async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const thrown: unknown = await failureOf(work)
  if (thrown instanceof ProviderError) return thrown
  throw thrown
}
