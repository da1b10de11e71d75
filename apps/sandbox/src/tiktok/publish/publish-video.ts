import { type Endpoint, forAccount } from '../http/endpoint.ts'
import { flag, integer, optional, record, text, withDefault } from '../http/reader.ts'
import { Rejection } from '../rejection.ts'
import type { Pull } from '../store/publish-record.ts'
import { requireOwnedUrl } from '../url-properties/verification.ts'
import { beginPublish } from './begin-publish.ts'
import { requireCreatorSettings, requireMaxMentions, requirePublishScope, videoMusic } from './post-rules.ts'

const off = withDefault(flag, false)

const fields = {
  video_url: text(),
  custom_thumbnail_url: optional(text()),
  post_info: record({
    caption: withDefault(text({ min: 0, max: 2200 }), ''),
    is_brand_organic: off,
    is_branded_content: off,
    disable_comment: off,
    disable_duet: off,
    disable_stitch: off,
    thumbnail_offset: optional(integer({ min: 0 })),
    is_ai_generated: off,
    upload_to_draft: off,
    is_ads_only: off,
    tto_invite_link: optional(text()),
    location_id: optional(text()),
    location_name: optional(text()),
    music_sound_info: optional(videoMusic),
  }),
}

/**
 * The endpoint that publishes a video (`/business/video/publish/`). A published video is always public.
 * @see https://business-api.tiktok.com/portal/docs?id=1742655835568130 (known only from a summary of the page)
 */
export const publishVideo: Endpoint = forAccount({
  method: 'POST',
  path: '/business/video/publish/',
  operation: 'posts.create',
  fields,
  scopes: ['video.publish', 'video.upload'],
  handle(dependencies, { input: asked, grant, person }) {
    const { post_info: info, video_url, custom_thumbnail_url } = asked
    const draft = info.upload_to_draft
    requirePublishScope(grant, draft)
    requireOwnedUrl(dependencies.store, video_url, 'video_url')
    if (custom_thumbnail_url) requireOwnedUrl(dependencies.store, custom_thumbnail_url, 'custom_thumbnail_url')
    if (!draft) {
      if (person.privateAccount)
        throw new Rejection('badParameter', 'A private account cannot publish a video that everybody sees.')
      requireMaxMentions(info.caption)
      requireCreatorSettings(person, {
        comment: info.disable_comment,
        duet: info.disable_duet,
        stitch: info.disable_stitch,
      })
    }
    const covers: Pull[] = custom_thumbnail_url ? [{ url: custom_thumbnail_url, kind: 'cover' }] : []
    const { is_ads_only, tto_invite_link, location_id, location_name, music_sound_info } = info
    const share_id = beginPublish(dependencies, {
      grant,
      pulls: [{ url: video_url, kind: 'video' }, ...covers],
      // A draft arrives in the inbox without any of the settings.
      post: {
        accountId: person.openId,
        text: draft ? '' : info.caption,
        title: null,
        mediaType: 'VIDEO',
        privacyLevel: 'PUBLIC_TO_EVERYONE',
        disableComment: !draft && info.disable_comment,
        disableDuet: !draft && info.disable_duet,
        disableStitch: !draft && info.disable_stitch,
        coverTimestamp: draft || custom_thumbnail_url ? null : (info.thumbnail_offset ?? null),
        photoCoverIndex: null,
        autoAddMusic: false,
        isAigc: !draft && info.is_ai_generated,
        isBrandOrganic: !draft && info.is_brand_organic && !info.is_branded_content,
        isBrandedContent: !draft && info.is_branded_content,
        draft,
        extra: draft ? {} : { is_ads_only, tto_invite_link, location_id, location_name, music_sound_info },
      },
    })
    return { share_id }
  },
})
