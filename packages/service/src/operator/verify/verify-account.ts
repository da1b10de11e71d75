import { randomUUID } from 'node:crypto'
import { findAccountForWorker } from '@carillon/database'
import { asServiceError, type ErrorCode, ServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'
import { carillonVersion } from '../../version.ts'
import { observe } from './observe.ts'
import { type PublishOptions, samplesOf } from './publish-samples.ts'
import { type Read, readsOf } from './reads.ts'
import type { VerificationReport, VerifiedCheck } from './report.ts'

/** Milliseconds that all of it may take; the network processes videos within them. */
const maxMs = 30 * 60_000

/** Codes that say that the account cannot do this, and nothing about the network. */
const inapplicable: readonly ErrorCode[] = [
  'missing_permission',
  'ads_permission_required',
  'page_not_selected',
  'reconnect_required',
  'setup_incomplete',
  'not_supported',
]

export interface VerifyInput {
  accountId: string
  /** Null: only reads are made. */
  publish: PublishOptions | null
}

/**
 * Makes every call on a connected account that Carillon can make, and compares the responses with what the network is
 * documented to send. A check that fails does not keep the others from being made.
 *
 * @throws ServiceError account_not_found
 */
export async function verifyAccount(
  context: Context,
  { accountId, publish }: VerifyInput,
): Promise<VerificationReport> {
  const account = isUuid(accountId) ? await findAccountForWorker(context.db, accountId) : undefined
  if (!account) throw new ServiceError('account_not_found', `No account has the id ${accountId}.`)
  const observation = observe(context)
  const signal = AbortSignal.timeout(maxMs)
  const reading = { context: observation.context, account, requestId: `verify-${randomUUID()}`, signal }
  const checks: VerifiedCheck[] = []
  for (const read of await readsOf(reading)) checks.push(await run(read))
  if (publish) {
    const { publishes, skipped } = samplesOf(reading, publish)
    for (const one of publishes) checks.push(await run(one))
    checks.push(...skipped.map(({ check, reason }) => ({ check, outcome: 'skipped' as const, reason })))
  }
  const deviations = observation.deviations()
  return {
    ok: deviations.length === 0 && checks.every(({ outcome }) => outcome !== 'failed'),
    version: carillonVersion,
    verifiedAt: context.now().toISOString(),
    platform: account.platform,
    authMethod: account.auth_method,
    scopes: account.scopes,
    missingScopes: account.missing_scopes,
    deviations,
    checks,
    operations: observation.operations(),
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

async function run({ check, run: work }: Read): Promise<VerifiedCheck> {
  try {
    await work()
    return { check, outcome: 'done' }
  } catch (thrown) {
    const { code } = asServiceError(thrown)
    return { check, outcome: inapplicable.includes(code) ? 'skipped' : 'failed', reason: code }
  }
}
