import { type Expectation, fieldsUnder, noFields, type Responses } from '../drift.ts'

const adAccount = {
  id: 'text',
  currency: 'text',
  account_status: ['1', '2', '3', '7', '8', '9', '100', '101'],
  'name?': 'text',
  'disable_reason?': 'count',
  'timezone_name?': 'text',
  'timezone_id?': 'count',
  'amount_spent?': 'count',
  'balance?': 'count',
  'spend_cap?': 'count',
  'min_daily_budget?': 'count',
  'business?.id': 'id',
} as const

const statuses = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED']
const effectiveStatuses = [
  ...statuses,
  ...['CAMPAIGN_PAUSED', 'ADSET_PAUSED', 'IN_PROCESS', 'WITH_ISSUES', 'PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED'],
  'PENDING_BILLING_INFO',
]

const adObject = { id: 'id', 'name?': 'text', status: statuses, effective_status: effectiveStatuses } as const

const insights = {
  data: 'list',
  'data[].date_start': 'text',
  'data[].campaign_id?': 'id',
  'data[].adset_id?': 'id',
  'data[].ad_id?': 'id',
  'data[].impressions?': 'count',
  'data[].reach?': 'count',
  'data[].clicks?': 'count',
  'data[].inline_link_clicks?': 'count',
  'data[].frequency?': 'count',
  'data[].ctr?': 'count',
  'data[].cpc?': 'count',
  'data[].cpm?': 'count',
  'data[].spend?': 'count',
  'data[].actions?[].action_type': 'text',
  'data[].actions?[].value': 'count',
} as const

/** Returns `fields` with all of them but `id` marked as optional. */
function optionally(fields: Expectation): Expectation {
  const named = Object.entries(fields).map(([name, kind]) => [name === 'id' ? name : `${name.replace('?', '')}?`, kind])
  return Object.fromEntries(named)
}

/**
 * The response fields of Marketing API calls that the adapter relies on, keyed by operation, the name of the call.
 * Responses are compared with them, and differences are reported as drift.
 * @see https://developers.facebook.com/docs/marketing-api/reference (read 2026-11-20)
 */
export const adsResponses: Responses = {
  'ads.account.list': { data: 'list', ...fieldsUnder('data[]', adAccount) },
  'ads.account.get': adAccount,
  'ads.account.create': { id: 'text' },
  'ads.account.update': noFields,
  'ads.insights.list': insights,
  'ads.report.rows': insights,
  'ads.report.start': { report_run_id: 'id' },
  'ads.report.status': {
    async_status: ['Job Not Started', 'Job Started', 'Job Running', 'Job Completed', 'Job Failed', 'Job Skipped'],
  },
  'ads.form.list': {
    data: 'list',
    'data[].id': 'id',
    'data[].name?': 'text',
    'data[].status?': ['ACTIVE', 'ARCHIVED', 'DELETED', 'DRAFT'],
    'data[].leads_count?': 'count',
    'data[].created_time?': 'time',
    'data[].questions?[].key?': 'text',
  },
  'ads.lead.list': {
    data: 'list',
    'data[].id': 'id',
    'data[].created_time': 'time',
    'data[].field_data[].name': 'text',
    'data[].field_data[].values': 'list',
  },
  // These lists also serve searches by name, which request fewer fields.
  'ads.campaign.list': { data: 'list', ...fieldsUnder('data[]', optionally({ ...adObject, objective: 'text' })) },
  'ads.adset.list': { data: 'list', ...fieldsUnder('data[]', optionally({ ...adObject, optimization_goal: 'text' })) },
  'ads.ad.list': { data: 'list', ...fieldsUnder('data[]', optionally(adObject)) },
  'ads.creative.list': { data: 'list', 'data[].id': 'id', 'data[].name?': 'text' },
  'ads.campaign.get': { ...adObject, account_id: 'id', 'objective?': 'text' },
  'ads.adset.get': { ...adObject, account_id: 'id', 'optimization_goal?': 'text' },
  'ads.creative.get': { id: 'id', 'name?': 'text' },
  'ads.ad.get': { ...adObject, account_id: 'id', 'adset_id?': 'id' },
  'ads.campaign.validate': noFields,
  'ads.creative.validate': noFields,
  'ads.ad.validate': noFields,
  'ads.campaign.create': { id: 'id' },
  'ads.adset.create': { id: 'id' },
  'ads.creative.create': { id: 'id' },
  'ads.ad.create': { id: 'id' },
  'ads.campaign.update': noFields,
  'ads.adset.update': noFields,
  'ads.ad.update': noFields,
  'ads.campaign.delete': noFields,
  'ads.creative.delete': noFields,
}
