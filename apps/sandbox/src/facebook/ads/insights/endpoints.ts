import type { GraphCall, Handler } from '../../../meta/graph/call.ts'
import type { Shape } from '../../../meta/graph/fields.ts'
import { invalidParameter, unknownObject } from '../../../meta/graph/graph-error.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import { showNode } from '../../../meta/graph/show-node.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import { newRun, progressOf, type ReportRun } from '../../../meta/state/ads/report-run.ts'
import { LIST_PARAMETERS } from '../list.ts'
import { rejection } from '../rejections.ts'
import { dateOfDay } from '../zones.ts'
import { rowsPage } from './page.ts'
import { INSIGHTS_PARAMETERS, type InsightsOf, readQuery } from './query.ts'
import { countRows, rowsOf } from './rows.ts'

/**
 * Returns a handler of `GET …/insights` of an ad account, campaign, ad set or ad, which returns one page of rows.
 * `about` returns the ad account, the default level and the ads that the insights cover.
 * @throws GraphError, from the handler, for an invalid parameter, or for a query with too many rows, which needs a
 *   report
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/insights/error-codes (read 2026-11-22)
 */
export function readInsights<T>(about: (subject: T, call: GraphCall) => InsightsOf): Handler<T> {
  return (subject, call) => {
    allowOnly(call.parameters, INSIGHTS_PARAMETERS)
    const of = about(subject, call)
    const ask = { query: readQuery(of, call), now: call.state.now() }
    if (countRows(call.state.ads, of.account, ask) > call.state.ads.settings.maxSyncRows) throw rejection('timedOut')
    return rowsPage(call, rowsOf(call.state.ads, of.account, ask), ask.query.fields)
  }
}

/**
 * Returns a handler of `POST …/insights`, which starts a report that is prepared in the background and returns its id,
 * `report_run_id`. `about` returns the ad account, the default level and the ads that the report covers.
 * @throws GraphError, from the handler, for an invalid parameter
 */
export function startReport<T>(about: (subject: T, call: GraphCall) => InsightsOf): Handler<T> {
  return (subject, call) => {
    const { state, parameters } = call
    allowOnly(parameters, INSIGHTS_PARAMETERS)
    const query = readQuery(about(subject, call), call)
    const run = newRun(query, { id: state.nextId('6', 16), now: state.now(), settings: state.ads.settings })
    state.ads.reports.set(run.id, run)
    return { report_run_id: run.id }
  }
}

/**
 * The error fields of a failed report.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/insights/error-codes (read 2026-11-22)
 */
const FAILURE: Record<string, unknown> = {
  error_code: -2,
  error_message: 'Generating the report failed.',
  error_subcode: 2490547,
  error_user_title: 'Report failed',
  error_user_msg: 'The report could not be made. Try again later.',
}

function failureField(name: string) {
  return (run: ReportRun, _selection: unknown, { state }: GraphCall) =>
    run.outcome === 'failed' && state.now() >= run.endsAt ? FAILURE[name] : undefined
}

const runShape: Shape<ReportRun, GraphCall> = {
  type: 'AdReportRun',
  defaults: [
    ...['id', 'account_id', 'time_ref', 'async_status', 'async_percent_completion', 'date_start', 'date_stop'],
    ...Object.keys(FAILURE),
  ],
  fields: {
    id: ({ id }) => id,
    account_id: ({ adAccountId }) => adAccountId.replace('act_', ''),
    time_ref: ({ createdAt }) => Math.floor(createdAt / 1_000),
    time_completed: ({ endsAt }, _selection, { state }) => (state.now() < endsAt ? 0 : Math.floor(endsAt / 1_000)),
    async_status: (run, _selection, { state }) => progressOf(run, state.now()).status,
    async_percent_completion: (run, _selection, { state }) => progressOf(run, state.now()).percent,
    is_running: (run, _selection, { state }) => progressOf(run, state.now()).status === 'Job Running',
    date_start: ({ query }) => dateOfDay(query.since),
    date_stop: ({ query }) => dateOfDay(query.until),
    ...Object.fromEntries(Object.keys(FAILURE).map((name) => [name, failureField(name)])),
  },
  unset: ['async_report_url', 'emails', 'friendly_name', 'is_bookmarked', 'schedule_id'],
}

/**
 * Handles `GET /{report run}`: returns the status and percentage of a report and, if it failed, the error.
 * @throws GraphError for an unknown field, or a parameter other than `fields`
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-report-run (read 2026-11-20)
 */
export function readRun(run: ReportRun, call: GraphCall): unknown {
  return showNode(runShape)(run, call)
}

function accountOf({ id, adAccountId }: ReportRun, { state, request }: GraphCall): AdAccount {
  const account = state.ads.adAccounts.get(adAccountId)
  if (account === undefined) throw unknownObject(id, request.method)
  return account
}

/**
 * Handles `GET /{report run}/insights`: returns one page of the rows of a completed report.
 * @throws GraphError with code 100 for an invalid parameter, or if the report is not completed. Facebook does not
 *   document which error it sends then
 */
export function readRunRows(run: ReportRun, call: GraphCall): unknown {
  allowOnly(call.parameters, LIST_PARAMETERS)
  const { state } = call
  if (progressOf(run, state.now()).status !== 'Job Completed') {
    throw invalidParameter('The report run is not completed', { userMessage: 'The report is not ready yet.' })
  }
  run.rows ??= rowsOf(state.ads, accountOf(run, call), { query: run.query, now: run.endsAt })
  return rowsPage(call, run.rows, run.query.fields)
}
