import type { UseCase } from '../request.ts'
import { adsConnection, callAds } from './call-ads.ts'

/**
 * Lists the businesses of the connected user, read from the network.
 * @throws ServiceError `ads_permission_required` if the user did not grant `business_management`
 */
export const listBusinesses: UseCase<'ads.businesses.list'> = async (context, request) => {
  const connection = await adsConnection(context, request, 'businesses')
  const businesses = await callAds(context, request, connection, (port, call) => port.listBusinesses(call))
  return { status: 200, body: { businesses, fetchedAt: context.now().toISOString() } }
}
