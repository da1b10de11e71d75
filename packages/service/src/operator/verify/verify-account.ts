import { randomUUID } from 'node:crypto'
import { findAccountForWorker } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'
import { isId } from '../../is-id.ts'
import { carillonVersion } from '../../version.ts'
import { makeCheck } from './check.ts'
import { observe } from './observe.ts'
import { readsOf } from './reads.ts'
import type { VerificationReport, VerifiedCheck } from './report.ts'
import { setupReads } from './setup-reads.ts'
import type { WriteOptions } from './write-options.ts'
import { writesOf } from './writes.ts'

/** The maximum duration of all checks in ms, including the time in which the network processes videos. */
const maxMs = 30 * 60_000

interface VerifyInput {
  accountId: string
  /** The writes to make; null for reads only. */
  publish: WriteOptions | null
}

/**
 * Makes the calls that Carillon supports on a connected account, and compares the responses with the network's
 * documentation: all reads, and if `publish` is not null, the writes that it selects. The token is refreshed in any
 * case, if the network can do so. What the network bills is charged to the account's organization. If one check fails,
 * the others still run. The checks may take half an hour in all.
 * @throws ServiceError `account_not_found`
 */
export async function verifyAccount(
  context: Context,
  { accountId, publish }: VerifyInput,
): Promise<VerificationReport> {
  const account = isId(accountId) ? await findAccountForWorker(context.db, accountId) : undefined
  if (!account) throw new ServiceError('account_not_found', `No account has the id ${accountId}.`)
  const observation = observe(context)
  const signal = AbortSignal.timeout(maxMs)
  const trial = { context: observation.context, account, requestId: `verify-${randomUUID()}`, signal }
  const checks: VerifiedCheck[] = []
  const planned = [
    ...(await setupReads(trial)),
    ...(await readsOf(trial)),
    ...(publish ? writesOf(trial, publish) : []),
  ]
  for (const one of planned) checks.push(await makeCheck(one))
  const deviations = observation.deviations()
  return {
    ok: deviations.length === 0 && checks.every(({ outcome }) => outcome !== 'failed'),
    version: carillonVersion,
    verifiedAt: context.now().toISOString(),
    platform: account.platform,
    authMethod: account.authMethod,
    scopes: account.scopes,
    missingScopes: account.missingScopes,
    deviations,
    checks,
    operations: observation.operations(),
  }
}
