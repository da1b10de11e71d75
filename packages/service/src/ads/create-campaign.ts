import { type CreatedCampaign, campaignAges, fullAdAccountId, timeIn } from '@carillon/domain'
import { storeBeforeOf } from '../journal/store-before.ts'
import { writeNow } from '../journal/write-now.ts'
import type { UseCase } from '../request.ts'
import { adsConnection } from './call-ads.ts'
import { campaignCreateKind } from './campaign-create-kind.ts'

/**
 * Creates a campaign that promotes existing posts of a Page. This is an external write; the request waits for its
 * result. A new campaign is paused unless the request says otherwise.
 * @throws ServiceError the errors of `adsConnection` and `writeNow`
 */
export const createCampaign: UseCase<'ads.campaigns.create'> = async (context, request) => {
  const { body } = request.input
  const { account } = await adsConnection(context, request, 'write')
  const { dailyBudget, lifetimeBudget = 0 } = body
  const { id, name, status, adSetId, ads } = await writeNow(context, {
    kind: campaignCreateKind,
    account,
    grant: request.grant,
    requestId: request.requestId,
    storeBefore: storeBeforeOf(request.input.headers),
    signal: request.signal,
    payload: {
      adAccountId: fullAdAccountId(body.adAccountId),
      name: body.name,
      postIds: body.postIds,
      budget: dailyBudget === undefined ? { lifetime: lifetimeBudget } : { daily: dailyBudget },
      countries: body.countries,
      startTime: inUtc(body.startTime),
      endTime: inUtc(body.endTime),
      ageMin: body.ageMin ?? campaignAges.min,
      ageMax: body.ageMax ?? campaignAges.max,
      specialAdCategories: body.specialAdCategories ?? [],
      status: body.status ?? 'paused',
      dsaBeneficiary: body.dsaBeneficiary ?? null,
      dsaPayor: body.dsaPayor ?? null,
      ...(body.regionalIdentities && { regionalIdentities: body.regionalIdentities }),
    },
  })
  // Restores the documented order of the fields, which the database does not keep.
  return { status: 201, body: { campaign: { id, name, status, adSetId, ads: ads.map(inOrder) } } }
}

/** Returns an RFC 3339 time as ISO 8601 in UTC; null if none was sent. */
function inUtc(time: string | undefined): string | null {
  return time === undefined ? null : timeIn(time).toISOString()
}

function inOrder({ id, postId, creativeId, status }: CreatedCampaign['ads'][number]): CreatedCampaign['ads'][number] {
  return { id, postId, creativeId, status }
}
