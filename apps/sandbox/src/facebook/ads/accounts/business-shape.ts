import type { GraphCall } from '../../../meta/graph/call.ts'
import { type Shape, show } from '../../../meta/graph/fields.ts'
import { graphTime } from '../../../meta/graph/graph-time.ts'
import type { Business } from '../../../meta/state/people.ts'
import { pageShape } from '../../shapes.ts'

/**
 * The fields of a business in Graph API responses.
 * @see https://developers.facebook.com/docs/marketing-api/reference/business (read 2026-11-20)
 */
export const businessShape: Shape<Business, GraphCall> = {
  type: 'Business',
  defaults: ['id', 'name'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    verification_status: ({ verificationStatus }) => verificationStatus,
    created_time: ({ createdAt }) => graphTime(createdAt),
    timezone_id: ({ timezoneId }) => timezoneId,
    primary_page({ primaryPageId }, selection, call) {
      const page = primaryPageId === null ? undefined : call.state.pages.get(primaryPageId)
      return page && show(pageShape, page, selection.fields, call)
    },
  },
  unset: ['link', 'profile_picture_uri', 'two_factor_type', 'updated_time', 'vertical', 'created_by', 'is_hidden'],
}
