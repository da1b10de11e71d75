import { type Endpoint, forAccount } from '../http/endpoint.ts'
import { flag, integer, list, oneOf, optional, record, text, withDefault } from '../http/reader.ts'
import { privacyOptions } from '../people.ts'
import { privacyLevels } from '../post.ts'
import { badParameter } from '../rejection.ts'
import { requireOwnedUrl } from '../url-properties/verification.ts'
import { beginPublish } from './begin-publish.ts'
import { photoMusic, requireCreatorSettings, requireMaxMentions, requirePublishScope } from './post-rules.ts'

const off = withDefault(flag, false)

const fields = {
  photo_images: list(text(), { min: 1, max: 35 }),
  photo_cover_index: withDefault(integer({ min: 0 }), 0),
  post_info: record({
    privacy_level: oneOf(...privacyLevels),
    title: withDefault(text({ min: 0, max: 90 }), ''),
    caption: withDefault(text({ min: 0, max: 4000 }), ''),
    auto_add_music: off,
    is_brand_organic: flag,
    is_branded_content: flag,
    is_draft: off,
    disable_comment: off,
    music_sound_info: optional(photoMusic),
  }),
}

/**
 * The endpoint that publishes a photo post (`/business/photo/publish/`).
 * @see https://business-api.tiktok.com/portal/docs?id=1743172029596673 (known only from a summary of the page)
 */
export const publishPhotos: Endpoint = forAccount({
  method: 'POST',
  path: '/business/photo/publish/',
  operation: 'posts.create',
  fields,
  scopes: ['video.publish', 'video.upload'],
  handle(dependencies, { input: asked, grant, person }) {
    const { post_info: info, photo_images, photo_cover_index } = asked
    const draft = info.is_draft
    requirePublishScope(grant, draft)
    for (const [index, url] of photo_images.entries()) requireOwnedUrl(dependencies.store, url, `photo_images.${index}`)
    if (photo_cover_index >= photo_images.length)
      throw badParameter('photo_cover_index', `Must be less than the number of images, ${photo_images.length}.`)
    if (!draft) {
      if (!privacyOptions(person).includes(info.privacy_level))
        throw badParameter('post_info.privacy_level', `The creator may choose ${privacyOptions(person).join(', ')}.`)
      requireMaxMentions(info.caption)
      requireCreatorSettings(person, { comment: info.disable_comment })
    }
    const { music_sound_info } = info
    const share_id = beginPublish(dependencies, {
      grant,
      pulls: photo_images.map((url) => ({ url, kind: 'photo' })),
      // A draft keeps its title and caption only.
      post: {
        accountId: person.openId,
        text: info.caption,
        title: info.title,
        mediaType: 'PHOTO',
        privacyLevel: info.privacy_level,
        disableComment: !draft && info.disable_comment,
        disableDuet: false,
        disableStitch: false,
        coverTimestamp: null,
        photoCoverIndex: photo_cover_index,
        autoAddMusic: !draft && info.auto_add_music,
        isAigc: false,
        isBrandOrganic: !draft && info.is_brand_organic && !info.is_branded_content,
        isBrandedContent: !draft && info.is_branded_content,
        draft,
        extra: draft ? {} : { music_sound_info },
      },
    })
    return { share_id }
  },
})
