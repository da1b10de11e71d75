import { type AccountRow, changeSetup, findAccountForWorker, readCredential, setDisplay } from '@carillon/database'
import type { SetupStep } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { AppCall, SignupPort, SignupTarget } from '@carillon/providers'
import { appCall } from '../app-call.ts'
import type { Context } from '../context.ts'
import { decryptCredentials } from '../credentials/encrypted-credentials.ts'
import { signupPort } from './signup-port.ts'

interface Setup {
  context: Context
  account: AccountRow
  port: SignupPort
  call: AppCall
  target: SignupTarget & { numberId: string | null; pin: string | null }
}

/** The steps that we can do, in their order; each may be repeated. */
const steps: Partial<Record<SetupStep, (setup: Setup) => Promise<boolean>>> = {
  async subscription({ port, call, target }) {
    await port.subscribe(call, target)
    return true
  },
  registration: register,
}

/** Does the steps of an account's setup that are left. One that the business has to help with stays missing. */
export async function finishSetup(
  context: Context,
  { account, requestId, signal }: { account: AccountRow; requestId: string; signal: AbortSignal },
): Promise<void> {
  const { id, platform, setup_missing: missing } = account
  const row = await readCredential(context.db, id)
  if (!row || missing === null || account.status === 'expired') return
  const setup: Setup = {
    context,
    account,
    port: await signupPort(context, platform),
    call: appCall(context, platform, { requestId, signal }),
    target: targetIn(decryptCredentials(context.encryption, row)),
  }
  for (const step of missing) {
    if (!(await steps[step]?.(setup))) continue
    await changeSetup(context.db, id, { remove: [step], at: context.now() })
    context.log.info({ requestId, accountId: id, step }, 'setup step done')
  }
}

/** The job that does what the process of the sign-up could not. */
export async function resumeSetup(context: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await findAccountForWorker(context.db, accountId)
  if (account) await finishSetup(context, { account, requestId: `job-${accountId}`, signal })
}

/** Registers a number that can be registered; whether it is ready then. */
async function register({ context, account, port, call, target }: Setup): Promise<boolean> {
  const { numberId, pin } = target
  if (numberId === null || pin === null) return false
  let number = await port.readNumber(call, { ...target, numberId })
  if (!number.isReady && number.isVerified) {
    try {
      await port.register(call, { ...target, numberId, pin })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'setup_incomplete') throw error
      context.log.warn({ accountId: account.id, err: error }, 'number not registered')
      return false
    }
    number = await port.readNumber(call, { ...target, numberId })
  }
  await setDisplay(context.db, account.id, {
    display_identifier: number.displayNumber,
    display_name: number.displayName,
    updated_at: context.now(),
  })
  return number.isReady
}

/** What `credentials` of the port has stored. */
function targetIn(stored: Record<string, unknown>): Setup['target'] {
  const text = (name: string) => (typeof stored[name] === 'string' ? stored[name] : null)
  return {
    token: text('token') ?? '',
    businessAccountId: text('businessAccountId') ?? '',
    numberId: text('numberId'),
    pin: text('pin'),
  }
}
