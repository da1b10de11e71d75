import {
  type CreatedCampaign,
  createdCampaignShape,
  type ExhaustedQuota,
  exhaustedQuotaShape,
  type FailedCampaign,
  failedCampaignShape,
  type Ping,
  pingShape,
  type WebhookEndpoint,
  webhookEndpointShape,
} from '@carillon/domain'
import { eventRow } from './event-row.ts'
import { sampleAccountId, sampleEndpoint, sampleProfileId } from './samples.ts'

const onFacebook = { profileId: sampleProfileId, accountId: sampleAccountId, platform: 'facebook' } as const
const ofOrganization = { profileId: null, accountId: null, platform: null } as const
const campaignId = '120210000000000001'

export const organizationEvents = {
  'campaign.created': eventRow<CreatedCampaign>({
    description: 'A campaign was created with its ad set and its ads.',
    data: createdCampaignShape,
    example: {
      ...onFacebook,
      objectId: campaignId,
      data: {
        id: campaignId,
        name: 'Autumn bread',
        status: 'paused',
        adSetId: '120210000000000002',
        ads: [{ id: '120210000000000003', postId: '1055_2077', creativeId: '120210000000000004', status: 'paused' }],
      },
    },
  }),
  'campaign.failed': eventRow<FailedCampaign>({
    description: 'A campaign could not be created; see error. object.id is the X-Request-Id of the request.',
    data: failedCampaignShape,
    example: {
      ...onFacebook,
      objectId: '0199d1e4-6677-7c89-8abc-def012345678',
      data: {
        name: 'Autumn bread',
        adAccountId: 'act_1234567890',
        requestId: '0199d1e4-6677-7c89-8abc-def012345678',
        error: { code: 'provider_rejected', message: 'The platform rejected the campaign.' },
      },
    },
  }),
  'quota.exhausted': eventRow<ExhaustedQuota>({
    description:
      'A call for the organization failed because too little was left of a daily quota that a platform sets for the app of this deployment: calls that need more than is left fail with `quota_exhausted` until resetsAt. Raised once per quota and day of the platform.',
    data: exhaustedQuotaShape,
    example: {
      ...ofOrganization,
      platform: 'youtube',
      objectId: 'youtube.units',
      data: {
        quota: 'youtube.units',
        platform: 'youtube',
        accountId: null,
        limit: 10_000,
        used: 10_000,
        resetsAt: '2026-11-21T08:00:00.000Z',
      },
    },
  }),
  'endpoint.disabled': eventRow<WebhookEndpoint>({
    description:
      'Carillon has disabled a webhook endpoint, because it responded with 410, or because for five days every attempt, ten at least, failed.',
    data: webhookEndpointShape,
    example: {
      ...ofOrganization,
      objectId: sampleEndpoint.id,
      data: {
        ...sampleEndpoint,
        status: 'disabled',
        disabledReason: 'failing',
        createdAt: '2026-11-02T08:00:00.000Z',
        updatedAt: '2026-11-20T09:30:02.140Z',
      },
    },
  }),
  ping: eventRow<Ping>({
    description:
      'A test of a webhook endpoint. It is delivered to this endpoint only, and not listed by `GET /events`.',
    data: pingShape,
    example: { ...ofOrganization, objectId: 'ping', data: { message: 'This is a test of a webhook endpoint.' } },
  }),
}
