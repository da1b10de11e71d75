import type { GraphCall } from '../../../meta/graph/call.ts'
import { type Shape, show } from '../../../meta/graph/fields.ts'
import { DAY_MS, graphTime } from '../../../meta/graph/graph-time.ts'
import { hasScope } from '../../../meta/login/tokens.ts'
import type { AdsBook } from '../../../meta/state/ads/book.ts'
import type { Ad, Lead, LeadForm } from '../../../meta/state/ads/records.ts'
import { newestFirst } from '../../../newest-first.ts'
import { pageShape } from '../../shapes.ts'

/** The time in ms for which leads are kept. Unverified. */
const KEPT_MS = 90 * DAY_MS

/** Returns whether a lead is less than 90 days old at `now` (ms since the epoch). */
export function isKept({ createdAt }: Lead, now: number): boolean {
  return createdAt > now - KEPT_MS
}

/**
 * Returns the leads of a form that are less than 90 days old at `now` (ms since the epoch), newest first; none for an
 * unknown form.
 */
export function leadsOf(book: AdsBook, formId: string, now: number): Lead[] {
  const kept = [...book.leads.values()].filter((lead) => lead.formId === formId && isKept(lead, now))
  return newestFirst(kept, ({ createdAt }) => createdAt)
}

const count = (leads: Lead[], test: (lead: Lead) => boolean = () => true) => leads.filter(test).length

/**
 * The fields of a lead form in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving (read 2026-11-20)
 */
export const formShape: Shape<LeadForm, GraphCall> = {
  type: 'LeadgenForm',
  defaults: ['id', 'locale', 'name', 'status'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    status: ({ status }) => status,
    locale: ({ locale }) => locale,
    created_time: ({ createdAt }) => graphTime(createdAt),
    page_id: ({ pageId }) => pageId,
    page({ pageId }, selection, call) {
      const page = call.state.pages.get(pageId)
      return page && show(pageShape, page, selection.fields, call)
    },
    questions: ({ questions, id }) => questions.map((question, at) => ({ id: `${id}${at}`, ...question })),
    leads_count: ({ id }, _selection, { state }) => count(leadsOf(state.ads, id, state.now())),
    organic_leads_count: ({ id }, _selection, { state }) =>
      count(leadsOf(state.ads, id, state.now()), ({ adId }) => adId === null),
    expired_leads_count: ({ id }, _selection, { state }) =>
      count([...state.ads.leads.values()], (lead) => lead.formId === id && !isKept(lead, state.now())),
    allow_organic_lead: () => true,
  },
  unset: ['context_card', 'follow_up_action_url', 'legal_content', 'thank_you_page', 'tracking_parameters'],
}

/**
 * Returns the function for a field about the ad of a lead; `tell` returns its value. The field is omitted without the
 * permission `ads_management`, and for leads without an ad. Unverified: that Meta omits such fields instead of
 * rejecting the call.
 * @see https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving (read 2026-11-23)
 */
function ofAd<T>(tell: (ad: Ad, book: AdsBook) => T) {
  return ({ adId }: Lead, _selection: unknown, { state, token }: GraphCall): T | undefined => {
    const ad = adId === null ? undefined : state.ads.ads.get(adId)
    const may = hasScope(token.grant, 'ads_management')
    return ad === undefined || !may ? undefined : tell(ad, state.ads)
  }
}

/**
 * The fields of a lead in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving (read 2026-11-20)
 */
export const leadShape: Shape<Lead, GraphCall> = {
  type: 'UserLeadGenInfo',
  defaults: ['created_time', 'id', 'field_data'],
  fields: {
    id: ({ id }) => id,
    created_time: ({ createdAt }) => graphTime(createdAt),
    form_id: ({ formId }) => formId,
    field_data: ({ fields }) => fields,
    is_organic: ({ adId }) => adId === null,
    platform: ({ platform }) => platform,
    ad_id: ofAd(({ id }) => id),
    ad_name: ofAd(({ name }) => name),
    adset_id: ofAd(({ adSetId }) => adSetId),
    adset_name: ofAd(({ adSetId }, book) => book.adSets.get(adSetId)?.name),
    campaign_id: ofAd(({ campaignId }) => campaignId),
    campaign_name: ofAd(({ campaignId }, book) => book.campaigns.get(campaignId)?.name),
  },
  unset: ['custom_disclaimer_responses', 'home_listing', 'partner_name', 'post', 'retailer_item_id', 'vehicle'],
}
