import {
  type AccountRow,
  changeSetup,
  findAccountForWorker,
  readCredential,
  setAccountColumns,
} from '@carillon/database'
import { type SetupStep, setupSteps } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { AppCall, PhoneNumber, SignupPort, SignupTarget } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import { decryptCredentials } from '../credentials/encrypted-credentials.ts'
import { appCall } from '../network-calls/app-call.ts'
import { signupPort } from './signup-port.ts'

/** The setup of an account that was connected by sign-up, with everything that its steps need. */
export interface Setup {
  context: Context
  account: AccountRow
  port: SignupPort
  call: AppCall
  target: SignupTarget & { numberId: string | null; pin: string | null }
}

/**
 * The setup steps that Carillon can perform or check, in their order. Each can be repeated, and returns whether it is
 * done.
 */
const steps: Partial<Record<SetupStep, (setup: Setup) => Promise<boolean>>> = {
  async subscription({ port, call, target }) {
    await port.subscribe(call, target)
    return true
  },
  registration: register,
  template: ({ port, call, target }) => port.hasTemplate(call, target),
}

/** Steps that the network may undo, so that they are checked every time. */
const undone: readonly SetupStep[] = ['template']

type SetupOf = Pick<Setup, 'account'> & { requestId: string; signal: AbortSignal }

/**
 * Prepares the setup steps of an account, with its decrypted token. Sends nothing. Null if the account was not
 * connected by sign-up, has expired or was deleted meanwhile.
 * @throws Error if no key decrypts the token
 */
export async function setupOf(context: Context, { account, ...call }: SetupOf): Promise<Setup | null> {
  const { id, platform, setupMissing: missing } = account
  const row = await readCredential(context.db, id)
  if (!row || missing === null || account.status === 'expired') return null
  return {
    context,
    account,
    port: await signupPort(context, platform),
    call: appCall(context, platform, call),
    target: targetIn(decryptCredentials(context.encryption, row)),
  }
}

/**
 * Performs the remaining setup steps of an account, checks again those that the network may undo, and stores after each
 * step whether it is done, with the event `account.updated` if that changes. Steps that only the business can do stay
 * missing. Does nothing where `setupOf` returns null.
 * @throws the error of `setupOf`, or of a step that fails; later steps are not performed
 */
export async function finishSetup(context: Context, wanted: SetupOf): Promise<void> {
  const setup = await setupOf(context, wanted)
  if (setup) await doSteps(setup)
}

async function doSteps(setup: Setup): Promise<void> {
  const { context, account, call } = setup
  const missing = account.setupMissing ?? []
  for (const step of setupSteps) {
    if (!missing.includes(step) && !undone.includes(step)) continue
    const isDone = await steps[step]?.(setup)
    if (isDone === undefined) continue
    const change = { [isDone ? 'remove' : 'add']: [step], at: context.now() }
    await changeAccount(context, {
      id: account.id,
      type: 'account.updated',
      change: (tx) => changeSetup(tx, account.id, change),
    })
    if (isDone !== missing.includes(step)) continue
    context.log.info(
      { requestId: call.requestId, accountId: account.id, step, outcome: isDone ? 'done' : 'missing' },
      'setup step changed',
    )
  }
}

/**
 * Job: performs and checks the setup steps of an account as `finishSetup` does, and reads the number's name and quality
 * from the network. Does nothing for accounts that were not connected by sign-up, have expired or were deleted. Throws
 * if a call fails, so that the job is retried.
 */
export async function resumeSetup(context: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await findAccountForWorker(context.db, accountId)
  const setup = account && (await setupOf(context, { account, requestId: `job-${accountId}`, signal }))
  if (!setup) return
  await doSteps(setup)
  if (!setup.account.setupMissing?.includes('registration')) await readDisplay(setup)
}

/**
 * Registers the account's phone number if it is verified, not registered yet and not in the network's own app, and
 * stores its name and quality. Returns whether the number is ready afterwards; false also if the account has no number.
 * @throws the error of the network, other than `setup_incomplete`
 */
async function register({ context, account, port, call, target }: Setup): Promise<boolean> {
  const { numberId, pin } = target
  if (numberId === null || pin === null) return false
  let number = await port.readNumber(call, { ...target, numberId })
  if (!number.isReady && number.isVerified && !number.isInApp) {
    try {
      await port.register(call, { ...target, numberId, pin })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'setup_incomplete') throw error
      context.log.warn({ accountId: account.id, err: error }, 'number not registered')
      return false
    }
    number = await port.readNumber(call, { ...target, numberId })
  }
  await storeDisplay(context, account.id, number)
  return number.isReady
}

/** Reads the number's name and quality, which can change, from the network and stores them. */
async function readDisplay({ context, account, port, call, target }: Setup): Promise<void> {
  const { numberId } = target
  if (numberId === null) return
  await storeDisplay(context, account.id, await port.readNumber(call, { ...target, numberId }))
}

async function storeDisplay(context: Context, id: string, number: PhoneNumber): Promise<void> {
  const display = {
    displayIdentifier: number.displayNumber,
    displayName: number.displayName,
    quality: number.quality,
    updatedAt: context.now(),
  }
  await changeAccount(context, { id, type: 'account.updated', change: (tx) => setAccountColumns(tx, id, display) })
}

/**
 * Returns the token, ids and PIN in the decrypted credentials of a sign-up. What is missing is null, and empty for the
 * token and the business account.
 */
function targetIn(stored: Record<string, unknown>): Setup['target'] {
  const text = (name: string) => (typeof stored[name] === 'string' ? stored[name] : null)
  return {
    token: text('token') ?? '',
    businessAccountId: text('businessAccountId') ?? '',
    numberId: text('numberId'),
    pin: text('pin'),
  }
}
