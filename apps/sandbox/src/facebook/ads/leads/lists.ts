import { coversPage, requirePageToken, requireScopes } from '../../../meta/authority.ts'
import type { GraphCall } from '../../../meta/graph/call.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { Ad, Lead, LeadForm } from '../../../meta/state/ads/records.ts'
import type { Page } from '../../../meta/state/people.ts'
import { LIST_PARAMETERS, listPage } from '../list.ts'
import { badParameter } from '../rejections.ts'
import { type Filter, readFiltering } from '../tree/filter.ts'
import { formShape, leadShape, leadsOf } from './shapes.ts'

/** The permissions for lead forms and leads, all of which are needed. */
export const LEAD_SCOPES = ['leads_retrieval', 'pages_manage_ads', 'pages_show_list', 'pages_read_engagement']

/**
 * Returns whether the token of a call gives access to the Page of a lead form: the token of this Page, or of a user who
 * gave the app access to the Page.
 */
export function reachesForm({ pageId }: LeadForm, { token, state }: GraphCall): boolean {
  const page = state.pages.get(pageId)
  if (page === undefined) return false
  return token.kind === 'page' ? token.pageId === pageId : coversPage(token.grant, page, state)
}

/**
 * Handles `GET /{page}/leadgen_forms`: lists the lead forms of a Page in the order of their creation, without deleted
 * ones.
 * @throws GraphError for an invalid parameter, with code 200 for a token other than that of the Page, or without the
 *   permissions for leads
 * @see https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving (read 2026-11-20)
 */
export function listForms(page: Page, call: GraphCall): unknown {
  requirePageToken(call, page)
  requireScopes(call, LEAD_SCOPES, 200)
  allowOnly(call.parameters, LIST_PARAMETERS)
  const forms = [...call.state.ads.forms.values()].filter(
    ({ pageId, status }) => pageId === page.id && status !== 'DELETED',
  )
  return listPage(call, formShape, forms)
}

const COMPARISONS: Record<string, (one: number, other: number) => boolean> = {
  GREATER_THAN: (one, other) => one > other,
  GREATER_THAN_OR_EQUAL: (one, other) => one >= other,
  LESS_THAN: (one, other) => one < other,
}

function timeTest({ field, operator, value }: Filter): (lead: Lead) => boolean {
  const compare = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined
  const seconds = Number(value)
  if (field !== 'time_created' || compare === undefined || !Number.isInteger(seconds)) {
    throw badParameter('filtering', 'Leads are filtered by time_created, greater or less than Unix seconds.')
  }
  return ({ createdAt }) => compare(Math.floor(createdAt / 1_000), seconds)
}

function showLeads(call: GraphCall, leads: Lead[]): unknown {
  requireScopes(call, LEAD_SCOPES, 200)
  allowOnly(call.parameters, [...LIST_PARAMETERS, 'filtering'])
  const tests = readFiltering(call.parameters).map(timeTest)
  return listPage(
    call,
    leadShape,
    leads.filter((lead) => tests.every((test) => test(lead))),
  )
}

/**
 * Handles `GET /{form}/leads`: lists the leads of a form that are less than 90 days old, newest first.
 * @throws GraphError for an invalid parameter, with code 200 without the permissions for leads
 */
export function listLeads(form: LeadForm, call: GraphCall): unknown {
  return showLeads(call, leadsOf(call.state.ads, form.id, call.state.now()))
}

/**
 * Handles `GET /{ad}/leads`: lists the leads of an ad that are less than 90 days old, by form, newest first in each
 * form. Leads of forms that the token does not reach are left out.
 * @throws GraphError for an invalid parameter, with code 200 without the permissions for leads
 */
export function listLeadsOfAd(ad: Ad, call: GraphCall): unknown {
  const { ads } = call.state
  const forms = [...ads.forms.values()].filter((form) => reachesForm(form, call))
  const leads = forms.flatMap(({ id }) => leadsOf(ads, id, call.state.now()))
  return showLeads(
    call,
    leads.filter(({ adId }) => adId === ad.id),
  )
}
