import {
  type AdAccountTerms,
  adAccountChangedShape,
  adAccountChangeFields,
  adAccountId,
  adAccountReadShape,
  adAccountRules,
  adAccountsShape,
  adObjectId,
  adObjectStatuses,
  adStatusShape,
  adTreeShape,
  businessesShape,
  type CampaignTerms,
  campaignCreatedShape,
  campaignRules,
  type DayWindow,
  effectiveStatusFilter,
  insightsLevels,
  insightsRules,
  insightsShape,
  leadsShape,
  newAdAccountFields,
  newCampaignFields,
  requireFieldRules,
  uuid,
} from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'
import type { Operation } from '../operation.ts'
import { dateRangeFields, object, publishBefore, withDateRange, withRules } from '../parameters.ts'

/** The fields that select the account with whose access a request is made. A request has to contain one of them. */
const ids = {
  accountId: {
    ...uuid,
    description:
      "The facebook account with whose access the request is made. Default, in the order in which the profile's facebook accounts were connected: the first one that is not expired and whose user granted reading ads, else the first expired one whose user granted it, else the first one.",
  },
  profileId: { ...uuid, description: 'The profile of the facebook account. Required without accountId.' },
} as const

const days = {
  startDate: dateRangeFields.startDate,
  endDate: {
    ...dateRangeFields.endDate,
    description:
      "The last day of the range, YYYY-MM-DD, inclusive; yesterday in the ad account's time zone (UTC if it is not known) at the latest. Requires startDate.",
  },
} as const

const row = { tag: 'Ads', profile: 'required', platform: 'facebook', capability: 'ads' } as const

const errors = [
  'profile_required',
  'profile_not_found',
  'account_not_found',
  'ads_permission_required',
  'connection_expired',
  'provider_not_configured',
  'provider_rejected',
  'provider_error',
] as const satisfies readonly ErrorCode[]

const ofAdAccount = [...errors, 'ad_account_not_found'] as const satisfies readonly ErrorCode[]

const adAccountPath = object({ adAccountId }, ['adAccountId'])
const { businessId, name, currency, timezoneId, ...parties } = newAdAccountFields
const { postIds, countries, ...campaignOptions } = newCampaignFields

export const adsOperations = {
  'ads.accounts.list': {
    ...row,
    scope: 'ads:read',
    method: 'get',
    path: '/ads/accounts',
    summary: 'List ad accounts',
    description:
      "Returns the ad accounts of the user who connected the account in Carillon and, with the permission business_management, those that the user's businesses own or manage for clients, as far as the platform lets the user read them. The list is cached for up to 15 minutes, or until an ad account is created or updated with the same account through Carillon.",
    query: object(ids, []),
    responses: { 200: { description: 'The ad accounts.', schema: adAccountsShape } },
    errors,
  },
  'ads.accounts.create': {
    ...row,
    scope: 'ads:write',
    method: 'post',
    path: '/ads/accounts',
    summary: 'Create an ad account in a business',
    description:
      'Requires the permissions business_management and ads_management. One request never creates two ad accounts: if the response of the platform is lost, Carillon looks for the new ad account in the business instead of sending the request again. If an error follows the creation, the new ad account is listed in details.leftovers, or in details.made while Carillon continues in the background. If details.outcome is `unknown` and neither is present, look for the ad account in `GET /ads/accounts` before you send the request again.',
    body: object({ ...ids, businessId, name, currency, timezoneId, ...parties }, [
      'businessId',
      'name',
      'currency',
      'timezoneId',
    ]),
    responses: { 201: { description: 'The new ad account.', schema: adAccountChangedShape } },
    errors: [...errors, 'ad_object_not_found'],
  },
  'ads.businesses.list': {
    ...row,
    scope: 'ads:read',
    method: 'get',
    path: '/ads/businesses',
    summary: 'List businesses',
    description:
      'Returns the businesses to which the user who connected the account belongs. Requires the permission business_management.',
    query: object(ids, []),
    responses: { 200: { description: 'The businesses.', schema: businessesShape } },
    errors,
  },
  'ads.accounts.get': {
    ...row,
    scope: 'ads:read',
    method: 'get',
    path: '/ads/accounts/{adAccountId}',
    summary: 'Read an ad account',
    description:
      'Reads the ad account from the platform. Amounts are integers in the minor unit of its currency as Meta defines it (see `currency`).',
    params: adAccountPath,
    query: object(ids, []),
    responses: { 200: { description: 'The ad account.', schema: adAccountReadShape } },
    errors: ofAdAccount,
  },
  'ads.accounts.update': {
    ...row,
    scope: 'ads:write',
    method: 'patch',
    path: '/ads/accounts/{adAccountId}',
    summary: 'Update an ad account',
    description:
      'Changes the fields that are sent, such as the name, the spend cap, and who benefits from and pays for ads in the European Union. Omitted fields are kept.',
    params: adAccountPath,
    body: withRules(object({ ...ids, ...adAccountChangeFields }, []), {
      anyOf: Object.keys(adAccountChangeFields).map((field) => ({ required: [field] })),
      'x-rule': `At least one of ${Object.keys(adAccountChangeFields).join(', ')} must be given.`,
    }),
    rules({ body }: { body: AdAccountTerms }, now) {
      requireFieldRules(adAccountRules, { fields: body, whole: 'body', now })
    },
    responses: {
      200: {
        description: 'The ad account as read after the change; if that fails, as read before, with the changed fields.',
        schema: adAccountChangedShape,
      },
    },
    errors: ofAdAccount,
  },
  'ads.tree.get': {
    ...row,
    scope: 'ads:read',
    method: 'get',
    path: '/ads/tree',
    summary: 'Read the campaign tree of an ad account',
    description:
      'Reads the campaigns of the ad account, or the one that campaignId names, with their ad sets and ads from the platform. If that takes too long, the response contains what has been read, and complete is false.',
    query: object({ ...ids, adAccountId, campaignId: adObjectId, effectiveStatus: effectiveStatusFilter }, [
      'adAccountId',
    ]),
    responses: { 200: { description: 'The campaigns with their ad sets and ads.', schema: adTreeShape } },
    errors: [...ofAdAccount, 'ad_object_not_found'],
  },
  'ads.insights.get': {
    ...row,
    scope: 'ads:read',
    method: 'get',
    path: '/ads/insights',
    summary: 'Read daily insights of an ad account',
    description:
      'Reads insights from the platform, by default for the 28 days that end yesterday in the time zone of the ad account. More than 365 days, or days more than 37 months ago, are rejected with `invalid_request`. The platform prepares a large report in the background: if it is not ready in time, the response is 502 `provider_error` with Retry-After. Send the same request again within an hour of the first one to wait for the same report; after that, a new one is prepared.',
    query: withDateRange(
      object(
        {
          ...ids,
          adAccountId,
          level: {
            enum: insightsLevels,
            description:
              'The objects whose insights are read; with campaignId, only as far as they belong to this campaign. Default: account.',
          },
          ...days,
          campaignId: adObjectId,
        },
        ['adAccountId'],
      ),
    ),
    rules({ query }: { query: Partial<DayWindow> }, now) {
      requireFieldRules(insightsRules, { fields: query, whole: 'query', now })
    },
    responses: {
      200: {
        description:
          'The insights: for each object of the requested level, one row for each day on which its ads were shown.',
        schema: insightsShape,
      },
    },
    errors: [...ofAdAccount, 'ad_object_not_found'],
  },
  'ads.campaigns.create': {
    ...row,
    scope: 'ads:write',
    method: 'post',
    path: '/ads/campaigns',
    summary: "Create a campaign from the Page's posts",
    description:
      'Creates a campaign with a single ad set, and one ad for each post; paused by default. The response is 422 `provider_rejected`, and nothing was created, if regionalIdentities lacks one of the countries that require it, a campaign with dailyBudget and endTime would not run for more than 24 hours, the budget is below the minimum of the ad account, or a post is not published or cannot be promoted. If the platform rejects one of the objects later, those that were created are deleted; objects that could not be deleted, or not yet, are listed in details.leftovers. One request never creates two campaigns: if it takes too long, the response is 502 `provider_error`, details.outcome is `unknown`, and details.made lists the objects created so far. If the creation has begun, Carillon continues in the background. Look for the campaign in `GET /ads/tree`: until it is complete, its name has a suffix in brackets.',
    headers: publishBefore,
    body: withRules(
      object({ ...ids, adAccountId, postIds, countries, ...campaignOptions }, [
        'adAccountId',
        'name',
        'postIds',
        'countries',
      ]),
      {
        oneOf: [{ required: ['dailyBudget'] }, { required: ['lifetimeBudget'] }],
        dependentRequired: { lifetimeBudget: ['endTime'] },
        'x-rule': 'Give exactly one of dailyBudget and lifetimeBudget; lifetimeBudget requires endTime.',
      },
    ),
    rules({ body }: { body: CampaignTerms }, now) {
      requireFieldRules(campaignRules, { fields: body, whole: 'body', now })
    },
    responses: { 201: { description: 'The new campaign, with its ad set and ads.', schema: campaignCreatedShape } },
    errors: [...ofAdAccount, 'page_not_selected', 'post_not_found', 'budget_exhausted', 'deadline_passed'],
  },
  'ads.campaigns.delete': {
    ...row,
    scope: 'ads:write',
    method: 'delete',
    path: '/ads/campaigns/{campaignId}',
    summary: 'Delete a campaign',
    description:
      'Deletes the campaign with its ad sets and ads, whether or not Carillon created it. The posts that the ads show stay. A deletion cannot be undone.',
    params: object({ campaignId: adObjectId }, ['campaignId']),
    query: object({ ...ids, adAccountId }, ['adAccountId']),
    responses: { 204: { description: 'The campaign is deleted.', schema: null } },
    errors: [...ofAdAccount, 'ad_object_not_found'],
  },
  'ads.status.update': {
    ...row,
    scope: 'ads:write',
    method: 'put',
    path: '/ads/status',
    summary: 'Set the status of a campaign, ad set or ad',
    description:
      'Activates, pauses or archives this object only: the ad sets and ads below it keep their status. An ad runs only while the ad, its ad set and its campaign are all active. Archiving cannot be undone.',
    body: object({ ...ids, adAccountId, id: adObjectId, status: { enum: adObjectStatuses } }, [
      'adAccountId',
      'id',
      'status',
    ]),
    responses: { 200: { description: 'The new status of the object.', schema: adStatusShape } },
    errors: [...ofAdAccount, 'ad_object_not_found'],
  },
  'ads.leads.list': {
    ...row,
    scope: 'ads:read',
    method: 'get',
    path: '/ads/leads',
    summary: 'List lead forms and leads of the Page',
    description:
      'Reads all lead forms of the Page, and the leads of the form formId or, without it, of all forms, newest first, 100 per page. The platform keeps leads for 90 days.',
    query: object(
      {
        ...ids,
        formId: adObjectId,
        since: {
          type: 'string',
          format: 'date-time',
          description: 'Returns only leads created at this time or later. Default: all that the platform keeps.',
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 8192,
          description:
            'The nextCursor of the previous page; if omitted, the list begins with the newest lead. If the account, formId or since differ from those of that page, it is rejected with `invalid_request`.',
        },
      },
      [],
    ),
    responses: { 200: { description: 'The lead forms, and a page of leads.', schema: leadsShape } },
    errors: [...errors, 'page_not_selected', 'ad_object_not_found'],
  },
} as const satisfies Record<string, Operation>
