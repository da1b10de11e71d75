import type { GraphCall } from '../../../meta/graph/call.ts'
import { HOUR_MS } from '../../../meta/graph/graph-time.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { AdsBook } from '../../../meta/state/ads/book.ts'
import {
  type Ad,
  type AdSet,
  type Campaign,
  type Creative,
  SET_STATUSES,
  type SetStatus,
} from '../../../meta/state/ads/records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { isDryRun, readBudget, readTime, readWord, requireBudgets } from './reading.ts'
import { settleDelivery } from './status.ts'

type Node = Campaign | AdSet | Ad

const BUDGET_CHANGES_PER_HOUR = 4

function readStatus({ parameters }: GraphCall): SetStatus | undefined {
  const word = readWord(parameters, 'status', SET_STATUSES)
  return SET_STATUSES.find((status) => status === word)
}

/**
 * Rejects the changes that a call requests of a deleted object, except its name, or an archived one, except its name or
 * the status `DELETED`.
 * @throws GraphError with the subcode 1487056 (deleted) or 1487566 (archived)
 */
function requireEditable({ status }: Node, call: GraphCall): void {
  if (status !== 'DELETED' && status !== 'ARCHIVED') return
  const names = call.parameters.names().filter((name) => !/^(name|access_token|appsecret_proof)$/.test(name))
  if (names.length === 0) return
  if (status === 'DELETED') throw rejection('deleted')
  if (names.length > 1 || call.parameters.text('status') !== 'DELETED') throw rejection('archived')
}

/** Sets the status of an object, and of the ad sets and ads below it, to `DELETED`. `now` is in ms since the epoch. */
function deleteBelow(book: AdsBook, node: Node, now: number): void {
  const gone = [
    node,
    ...[...book.adSets.values()].filter(({ campaignId }) => campaignId === node.id),
    ...[...book.ads.values()].filter(({ campaignId, adSetId }) => campaignId === node.id || adSetId === node.id),
  ]
  for (const one of gone) Object.assign(one, { status: 'DELETED', updatedAt: now })
}

function setStatus(node: Node, status: SetStatus, { state }: GraphCall): void {
  // Delivery is settled before the change, for ads that were running, and after it, for ads that begin to run.
  settleDelivery(state.ads, state.now())
  if (status === 'DELETED') deleteBelow(state.ads, node, state.now())
  else Object.assign(node, { status, updatedAt: state.now() })
  settleDelivery(state.ads, state.now())
}

/** Validates a part of a call without changing anything, and returns the function that applies it. */
type Reader = () => () => void

function readName(node: Node, { parameters, state }: GraphCall): () => void {
  const name = parameters.text('name')
  if (name === '') throw badParameter('name', 'An object has a name.')
  return () => {
    if (name !== undefined) Object.assign(node, { name, updatedAt: state.now() })
  }
}

function update(node: Node, call: GraphCall, readOwn: Reader): unknown {
  requireEditable(node, call)
  const status = readStatus(call)
  const changes = [readOwn(), readName(node, call)]
  if (isDryRun(call)) return { success: true }
  // An ad whose review has ended runs since then, whatever is changed now.
  settleDelivery(call.state.ads, call.state.now())
  for (const apply of changes) apply()
  if (status !== undefined) setStatus(node, status, call)
  return { success: true }
}

function readBudgetChange(node: Campaign | AdSet, { parameters, state }: GraphCall): () => void {
  const { dailyBudget, lifetimeBudget } = readBudget(parameters)
  const account = state.ads.adAccounts.get(node.adAccountId)
  if ((dailyBudget === null && lifetimeBudget === null) || account === undefined) return () => undefined
  const kind = dailyBudget === null ? 'lifetimeBudget' : 'dailyBudget'
  if (node[kind] === null) throw badParameter('daily_budget', 'The kind of a budget cannot be changed.')
  requireBudgets({ dailyBudget, lifetimeBudget }, account)
  const recent = 'budgetChanges' in node ? node.budgetChanges.filter((at) => at > state.now() - HOUR_MS) : []
  if (recent.length >= BUDGET_CHANGES_PER_HOUR) throw rejection('budgetChanges')
  return () => {
    if ('budgetChanges' in node) node.budgetChanges = [...recent, state.now()]
    Object.assign(node, { [kind]: dailyBudget ?? lifetimeBudget, updatedAt: state.now() })
  }
}

/**
 * Handles `POST /{campaign}`: changes the name, status, budget or end of a campaign, and returns `{success: true}`.
 * With `validate_only` in `execution_options`, changes nothing. If deleted, a campaign can only be renamed; if
 * archived, renamed or deleted.
 * @throws GraphError if a parameter is invalid or the change is not possible
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group (read 2026-11-20)
 */
export function updateCampaign(campaign: Campaign, call: GraphCall): unknown {
  allowOnly(call.parameters, ['name', 'status', 'daily_budget', 'lifetime_budget', 'stop_time', 'execution_options'])
  return update(campaign, call, () => {
    const changeBudget = readBudgetChange(campaign, call)
    const stopTime = readTime(call.parameters, 'stop_time') ?? campaign.stopTime
    return () => {
      changeBudget()
      campaign.stopTime = stopTime
    }
  })
}

/**
 * Handles `POST /{ad set}`: changes the name, status, budget or end of an ad set, and returns `{success: true}`. With
 * `validate_only` in `execution_options`, changes nothing. If deleted, an ad set can only be renamed; if archived,
 * renamed or deleted.
 * @throws GraphError if a parameter is invalid, the budget was already changed four times within the last hour, or the
 *   change is not possible
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-campaign (read 2026-11-20)
 */
export function updateAdSet(adSet: AdSet, call: GraphCall): unknown {
  allowOnly(call.parameters, ['name', 'status', 'daily_budget', 'lifetime_budget', 'end_time', 'execution_options'])
  return update(adSet, call, () => {
    const changeBudget = readBudgetChange(adSet, call)
    const endTime = readTime(call.parameters, 'end_time') ?? adSet.endTime
    return () => {
      changeBudget()
      adSet.endTime = endTime
    }
  })
}

/**
 * Handles `POST /{ad}`: changes the name or status of an ad, and returns `{success: true}`. With `validate_only` in
 * `execution_options`, changes nothing. If deleted, an ad can only be renamed; if archived, renamed or deleted.
 * @throws GraphError if a parameter is invalid or the change is not possible
 * @see https://developers.facebook.com/docs/marketing-api/reference/adgroup (read 2026-11-20)
 */
export function updateAd(ad: Ad, call: GraphCall): unknown {
  allowOnly(call.parameters, ['name', 'status', 'execution_options'])
  return update(ad, call, () => () => undefined)
}

/**
 * Handles `DELETE` of a campaign, an ad set or an ad: sets its status, and that of the ad sets and ads below it, to
 * `DELETED`, so that lists show them only if that status is requested. Returns `{success: true}`.
 * @throws GraphError with code 100 if the call has parameters other than its credentials
 */
export function deleteNode(node: Node, call: GraphCall): unknown {
  allowOnly(call.parameters, [])
  setStatus(node, 'DELETED', call)
  return { success: true }
}

/**
 * Handles `DELETE` of a creative: sets its status to `DELETED`, so that it is no longer listed. Returns
 * `{success: true}`.
 * @throws GraphError with code 100 if the call has parameters other than its credentials
 */
export function deleteCreative(creative: Creative, { parameters }: GraphCall): unknown {
  allowOnly(parameters, [])
  creative.status = 'DELETED'
  return { success: true }
}
