import { type ConnectionSessionRow, claimSession, findAccountForWorker } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { SignupClaim, SignupReport } from '@carillon/providers'
import { appCall } from '../app-call.ts'
import { requireCard } from '../billing.ts'
import { type Ending, ending, endSession, sessionIsOver } from '../connections/complete-connection.ts'
import { hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { finishSetup } from './finish-setup.ts'
import { signupPort } from './signup-port.ts'
import { type SignedUp, storeSignup } from './store-signup.ts'

export interface SignupEnd {
  platform: Platform
  /** The token of the page; it works once. */
  token: string
  report: SignupReport
  requestId: string
  signal: AbortSignal
}

/** Takes what the page reports: the code is exchanged at once, the ids are checked with the network. */
export async function completeSignup(context: Context, end: SignupEnd): Promise<Ending> {
  const { platform, token, report } = end
  const port = await signupPort(context, platform)
  const session = await claimSession(context.db, 'state_hash', { hash: hashToken(token), platform, now: context.now() })
  if (!session) throw sessionIsOver()
  return endSession(context, session, async () => {
    const outcome = port.outcome(report)
    if (outcome.kind === 'cancelled') throw new ServiceError('missing_scope', 'The business cancelled the sign-up.')
    if (outcome.kind === 'failed') throw new ServiceError('provider_error', outcome.message)
    await requireCard(context, session.organization_id, platform)
    await connectNumber(context, session, { ...end, signedUp: await confirm(context, end, outcome.claim) })
    return ending(session, 'completed', null)
  })
}

/** What the network confirms of a claim. Nothing that a browser sent is stored before. */
async function confirm(context: Context, { platform, ...end }: SignupEnd, claim: SignupClaim): Promise<SignedUp> {
  const port = await signupPort(context, platform)
  const call = appCall(context, platform, end)
  const { businessAccountId, numberId } = claim
  const { token, expiresAt } = await port.exchange(call, claim)
  const target = { token, businessAccountId }
  const checked = await port.check(call, target)
  const number = numberId === null ? null : await port.readNumber(call, { ...target, numberId })
  const ends = [expiresAt, checked.expiresAt].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b))
  return { ...target, number, scopes: checked.scopes, tokenExpiresAt: ends[0] ?? null }
}

/** The account is connected with the steps that are left; those are done at once, and by a job if that fails. */
async function connectNumber(
  context: Context,
  session: ConnectionSessionRow,
  { signedUp, requestId, signal }: SignupEnd & { signedUp: SignedUp },
): Promise<void> {
  const accountId = await storeSignup(context, session, signedUp)
  context.log.info({ requestId: session.request_id, accountId, platform: session.platform }, 'account connected')
  const account = await findAccountForWorker(context.db, accountId)
  if (!account) return
  await finishSetup(context, { account, requestId, signal }).catch((error: unknown) =>
    context.log.warn({ requestId, accountId, err: error }, 'setup not finished yet'),
  )
}
