import { type Endpoint, forAccount } from '../http/endpoint.ts'
import { privacyOptions } from '../people.ts'

/**
 * The endpoint that returns which settings a creator can choose for a post (`/business/video/settings/`).
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (captured 2026-08-23)
 */
export const creatorSettings: Endpoint = forAccount({
  method: 'GET',
  path: '/business/video/settings/',
  operation: 'accounts.settings',
  fields: {},
  scopes: ['video.publish'],
  handle: (_dependencies, { person }) => ({
    privacy_level_options: privacyOptions(person),
    comment_disabled: person.commentDisabled,
    duet_disabled: person.duetDisabled,
    stitch_disabled: person.stitchDisabled,
    max_video_post_duration_sec: person.maxVideoSeconds,
  }),
})
