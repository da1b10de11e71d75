import type { PostKind } from './errors.ts'
import { captionOf, isDraft, privacyOf, type TiktokPrepared } from './post-checks.ts'

/** The call that submits a post: the path of the endpoint below the version, and the body without the account. */
interface PostRequest {
  kind: PostKind
  path: string
  body: Record<string, unknown>
}

/** Returns the fields of a submission that are the same for videos and photos, from the settings of the post. */
function settingsOf(post: TiktokPrepared) {
  return {
    is_brand_organic: post.brand_organic_toggle,
    is_branded_content: post.brand_content_toggle,
    disable_comment: post.disable_comment,
  }
}

function videoRequest(post: TiktokPrepared, url: string): PostRequest {
  return {
    kind: 'video',
    path: '/business/video/publish/',
    body: {
      video_url: url,
      post_info: {
        caption: captionOf(post),
        ...settingsOf(post),
        disable_duet: post.disable_duet,
        disable_stitch: post.disable_stitch,
        thumbnail_offset: post.cover_timestamp,
        is_ai_generated: post.is_aigc,
        ...(isDraft(post) && { upload_to_draft: true }),
      },
    },
  }
}

function photosRequest(post: TiktokPrepared, urls: readonly string[]): PostRequest {
  const { tiktok_title: title } = post
  return {
    kind: 'photos',
    path: '/business/photo/publish/',
    body: {
      photo_images: urls,
      photo_cover_index: post.photo_cover_index,
      post_info: {
        privacy_level: privacyOf(post),
        ...(title && { title }),
        caption: captionOf(post),
        auto_add_music: post.auto_add_music,
        ...settingsOf(post),
        ...(isDraft(post) && { is_draft: true }),
      },
    },
  }
}

/**
 * Builds the request that submits a post. TikTok fetches the media from public URLs that are created here for this
 * attempt.
 * @see https://business-api.tiktok.com/portal/docs?id=1742655835568130 (read 2026-11-20)
 * @see https://business-api.tiktok.com/portal/docs?id=1743172029596673 (read 2026-11-20)
 */
export async function postRequest(post: TiktokPrepared): Promise<PostRequest> {
  if (post.video) return videoRequest(post, (await post.video.source.link()).url)
  const links = await Promise.all((post.photos ?? []).map(({ source }) => source.link()))
  return photosRequest(
    post,
    links.map(({ url }) => url),
  )
}
