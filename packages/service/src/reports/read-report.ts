import { analyticsOperations, type OperationId } from '@carillon/contract'
import { type AccountRow, listAccounts } from '@carillon/database'
import {
  type Platform,
  type ReportCapability,
  type ReportQueryParameters,
  type ResolvedReportQuery,
  resolveReportQuery,
} from '@carillon/domain'
import { ServiceError, tableOf } from '@carillon/errors'
import type { CallContext } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import type { Request, UseCases } from '../request.ts'
import { noAccountOf } from '../scope.ts'

type ReportOperationId = Extract<OperationId, `analytics.${string}`>

interface ReportRow {
  platform: Platform
  capability: ReportCapability
}

type ReportRequest = Pick<Request, 'grant' | 'target' | 'requestId' | 'signal'> & {
  account: AccountRow | null
  input: { query: ReportQueryParameters }
}

/** At least one account, those to be read first in front. */
type Candidates = [AccountRow, ...AccountRow[]]

/** A function that reads one report from a network. The fields of its result are checked in the adapter. */
type AnyReport = (call: CallContext, query: ResolvedReportQuery) => Promise<object>

/**
 * Returns the function of the platform's adapter that reads the report of a capability, such as
 * `analytics.page-metrics`.
 * @throws Error if the adapter does not have it
 */
export async function reportOf(context: Context, { platform, capability }: ReportRow): Promise<AnyReport> {
  const { reports = {} } = await context.registry.adapter(platform)
  const byName: Readonly<Record<string, AnyReport>> = reports
  const report = byName[capability.slice('analytics.'.length)]
  if (report === undefined) throw new Error(`the adapter lacks ${capability}`)
  return report
}

/**
 * Returns the account that the request names, otherwise the accounts of the report's platform, connected ones first.
 * @throws ServiceError `account_not_found` if the profile has none
 */
async function candidates(
  context: Context,
  { platform }: ReportRow,
  { grant, target, account }: ReportRequest,
): Promise<Candidates> {
  if (account) return [account]
  const filter = { ...(target && { profileId: target.profileId }), platforms: [platform] }
  const accounts = await listAccounts(context.db, grant.scope, filter)
  const isConnected = ({ status }: AccountRow) => status === 'connected'
  const [first, ...others] = [...accounts.filter(isConnected), ...accounts.filter((each) => !isConnected(each))]
  if (first === undefined) throw noAccountOf(platform)
  return [first, ...others]
}

/**
 * Reads the report of the first account that has the subject of the report, such as a Page.
 * @throws ServiceError `page_not_selected` if none has the subject; the error of `read`
 */
async function readFirst<T>(
  [account, next, ...others]: Candidates,
  read: (account: AccountRow) => Promise<T>,
): Promise<T> {
  try {
    return await read(account)
  } catch (error) {
    const lacksSubject = error instanceof ServiceError && error.code === 'page_not_selected'
    if (!lacksSubject || next === undefined) throw error
    return readFirst([next, ...others], read)
  }
}

/**
 * Reads a report from the network for one account. Identical simultaneous requests share the read, and all its calls
 * have one deadline.
 */
async function readReport(context: Context, row: ReportRow, request: ReportRequest): Promise<object> {
  const { requestId, signal, target } = request
  const query = resolveReportQuery(request.input.query, { ...row, now: context.now() })
  const [report, accounts] = await Promise.all([reportOf(context, row), candidates(context, row, request)])
  return readFirst(accounts, (account) =>
    context.sharedReads.read({
      key: JSON.stringify([row.capability, account.id, query]),
      signal,
      deadlineMs: context.config.gateway.readDeadlineMs,
      async work(ending) {
        // Reports of an account that the request names; the accounts of a profile are read without it.
        const credential = account === target?.account ? target.credential : undefined
        const caller = { account, credential, requestId, signal: ending }
        const fields = await callAccount(context, caller, (call) => report(call, query))
        const { id: accountId, profileId, platform } = account
        return { platform, accountId, profileId, ...fields, fetchedAt: context.now().toISOString() }
      },
    }),
  )
}

function isReportId(id: string): id is ReportOperationId {
  return Object.hasOwn(analyticsOperations, id)
}

const reportIds = Object.keys(analyticsOperations).filter(isReportId)

/**
 * The use cases of all reports, keyed by operation id. All run the same code, with the platform and capability that
 * `analyticsOperations` lists for the operation. The report is that of the account that the request names. Without one,
 * the accounts of the profile and platform are tried, connected ones first, until one has the subject of the report,
 * such as a Page. The compiler checks the form of a response in the adapter that builds it, not here.
 */
export const reportUseCases = tableOf(reportIds, (id) => async (context: Context, request: ReportRequest) => ({
  status: 200,
  body: await readReport(context, analyticsOperations[id], request),
})) as Pick<UseCases, ReportOperationId>
