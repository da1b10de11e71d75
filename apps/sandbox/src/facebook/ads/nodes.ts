import type { Response } from 'express'
import { requireScopes } from '../../meta/authority.ts'
import { type Family, type Finder, finderOf, type GraphCall } from '../../meta/graph/call.ts'
import type { Shape } from '../../meta/graph/fields.ts'
import { invalidParameter, unknownObject } from '../../meta/graph/graph-error.ts'
import { showNode } from '../../meta/graph/show-node.ts'
import type { Ad, AdAccount, AdSet, Campaign, Creative, Lead, LeadForm } from '../../meta/state/ads/records.ts'
import type { Level } from '../../meta/state/ads/report-query.ts'
import type { ReportRun } from '../../meta/state/ads/report-run.ts'
import type { Business, Page, Person } from '../../meta/state/people.ts'
import { accountShape } from './accounts/account-shape.ts'
import { businessShape } from './accounts/business-shape.ts'
import { createAdAccount } from './accounts/create.ts'
import * as accounts from './accounts/lists.ts'
import { updateAdAccount } from './accounts/update.ts'
import { reachableAccount, reads, writes } from './authority.ts'
import { readInsights, readRun, readRunRows, startReport } from './insights/endpoints.ts'
import type { InsightsOf } from './insights/query.ts'
import * as leads from './leads/lists.ts'
import { formShape, isKept, leadShape } from './leads/shapes.ts'
import { admitToAccount } from './limits/admit.ts'
import { deleteCreative, deleteNode, updateAd, updateAdSet, updateCampaign } from './tree/change.ts'
import { createAd } from './tree/create-ad.ts'
import { createAdSet } from './tree/create-ad-set.ts'
import { createCampaign } from './tree/create-campaign.ts'
import { createCreative } from './tree/create-creative.ts'
import * as tree from './tree/lists.ts'
import { adSetShape, adShape, campaignShape, creativeShape } from './tree/shapes.ts'

/** The ads endpoints of users, keyed by method and edge, such as `GET adaccounts`. */
export const PERSON_ADS: Family<Person>['edges'] = {
  'GET businesses': accounts.listBusinesses,
  'GET adaccounts': accounts.listAdAccounts,
}

export const PAGE_ADS: Family<Page>['edges'] = { 'GET leadgen_forms': leads.listForms }

export const BUSINESS_ADS: Family<Business>['edges'] = {
  GET: (business, call) => {
    requireScopes(call, ['business_management'], 200)
    return showNode(businessShape)(business, call)
  },
  'GET owned_ad_accounts': accounts.listOwnedAdAccounts,
  'GET client_ad_accounts': accounts.listClientAdAccounts,
  'POST adaccount': createAdAccount,
}

/**
 * Returns the insights endpoints of an object in an ad account, whose default level is `level`. `idOf` returns the id
 * of the object of that level to which an ad belongs.
 */
function insightsEdges<T extends { id: string; adAccountId: string }>(
  level: Level,
  idOf: (ad: Ad) => string,
): Family<T>['edges'] {
  function about({ id, adAccountId }: T, { state, request }: GraphCall): InsightsOf {
    const account = state.ads.adAccounts.get(adAccountId)
    if (account === undefined) throw unknownObject(id, request.method)
    return { account, level, covers: (ad) => idOf(ad) === id }
  }
  return { 'GET insights': reads(readInsights(about)), 'POST insights': reads(startReport(about)) }
}

function aboutAccount(account: AdAccount): InsightsOf {
  return { account, level: 'account', covers: () => true }
}

const account: Family<AdAccount> = {
  type: 'AdAccount',
  find: reachableAccount,
  admit: ({ id }, call, response) => admitToAccount(id, call, response),
  edges: {
    GET: reads(showNode(accountShape)),
    POST: writes(updateAdAccount),
    'GET campaigns': reads(tree.listCampaigns),
    'POST campaigns': writes(createCampaign),
    'GET adsets': reads(tree.listAdSets),
    'POST adsets': writes(createAdSet),
    'GET adcreatives': reads(tree.listCreatives),
    'POST adcreatives': writes(createCreative),
    'GET ads': reads(tree.listAds),
    'POST ads': writes(createAd),
    'GET insights': reads(readInsights(aboutAccount)),
    'POST insights': reads(startReport(aboutAccount)),
  },
}

/**
 * Builds the node type of an object in an ad account. An object is found only if the user of the token can use its ad
 * account, and its calls count towards the rate limit of that account.
 */
function inAccount<T extends { id: string; adAccountId: string }>(
  type: string,
  held: (call: GraphCall) => Map<string, T>,
  edges: Family<T>['edges'],
): Family<T> {
  return {
    type,
    find(id, call) {
      const found = held(call).get(id)
      return found !== undefined && reachableAccount(found.adAccountId, call) !== undefined ? found : undefined
    },
    admit: ({ adAccountId }: T, call: GraphCall, response: Response) => admitToAccount(adAccountId, call, response),
    edges,
  }
}

const campaign = inAccount<Campaign>('Campaign', ({ state }) => state.ads.campaigns, {
  GET: reads(showNode(campaignShape)),
  POST: writes(updateCampaign),
  DELETE: writes(deleteNode),
  'GET adsets': reads(tree.listAdSetsOf),
  'GET ads': reads(tree.listAdsOfCampaign),
  ...insightsEdges<Campaign>('campaign', ({ campaignId }) => campaignId),
})

const adSet = inAccount<AdSet>('AdSet', ({ state }) => state.ads.adSets, {
  GET: reads(showNode(adSetShape)),
  POST: writes(updateAdSet),
  DELETE: writes(deleteNode),
  'GET ads': reads(tree.listAdsOfAdSet),
  ...insightsEdges<AdSet>('adset', ({ adSetId }) => adSetId),
})

const ad = inAccount<Ad>('Ad', ({ state }) => state.ads.ads, {
  GET: reads(showNode(adShape)),
  POST: writes(updateAd),
  DELETE: writes(deleteNode),
  'GET leads': reads(leads.listLeadsOfAd),
  ...insightsEdges<Ad>('ad', ({ id }) => id),
})

const creative = inAccount<Creative>('AdCreative', ({ state }) => state.ads.creatives, {
  GET: reads(showNode(creativeShape)),
  DELETE: writes(deleteCreative),
})

const report = inAccount<ReportRun>('AdReportRun', ({ state }) => state.ads.reports, {
  GET: reads(readRun),
  'GET insights': reads(readRunRows),
})

/** Returns the endpoint that reads a lead form or a lead. It requires the permissions for leads. */
function showForLeads<T>(shape: Shape<T, GraphCall>) {
  return (subject: T, call: GraphCall): unknown => {
    requireScopes(call, leads.LEAD_SCOPES, 200)
    return showNode(shape)(subject, call)
  }
}

const form: Family<LeadForm> = {
  type: 'LeadgenForm',
  find(id, call) {
    const found = call.state.ads.forms.get(id)
    return found !== undefined && leads.reachesForm(found, call) ? found : undefined
  },
  usage: ({ pageId }) => ({ id: pageId, type: 'leadgen' }),
  edges: { GET: showForLeads(formShape), 'GET leads': leads.listLeads },
}

const lead: Family<Lead> = {
  type: 'UserLeadGenInfo',
  find(id, call) {
    const found = call.state.ads.leads.get(id)
    if (found === undefined || !isKept(found, call.state.now())) return undefined
    const of = call.state.ads.forms.get(found.formId)
    return of !== undefined && leads.reachesForm(of, call) ? found : undefined
  },
  edges: { GET: showForLeads(leadShape) },
}

/**
 * Handles `GET /`, whose parameter `ids` no version has accepted since 2026-10-27.
 * @throws GraphError with code 100, always
 * @see https://developers.facebook.com/docs/graph-api/changelog (read 2026-11-20)
 */
export function rejectRoot(): never {
  throw invalidParameter('The parameter ids is no longer supported')
}

/**
 * Functions that find an object of the Marketing API by its id, one for each type, with its endpoints. Each returns
 * undefined if the id is not an object of its type, or the user has no access to it; the first one that finds it is
 * used.
 */
export const ADS_FINDERS: Finder[] = [
  finderOf(account),
  finderOf(campaign),
  finderOf(adSet),
  finderOf(ad),
  finderOf(creative),
  finderOf(report),
  finderOf(form),
  finderOf(lead),
]
