import { platforms } from '../platforms.ts'
import { closed, type Described, nullableNumber, nullableText, nullableTimestamp, text, uuid } from '../schema.ts'

/** The schema of a post's metrics. A metric that the network does not report is null, never 0. */
export const postMetricsShape = closed({
  likes: nullableNumber,
  comments: nullableNumber,
  shares: nullableNumber,
  views: nullableNumber,
  saves: nullableNumber,
  quotes: nullableNumber,
})

export const mediaTypes = ['text', 'image', 'video', 'carousel', 'link'] as const

/** The schema of a post in `GET /posts`. */
export const postShape = closed({
  id: { ...text, description: 'The same as providerId.' },
  providerId: { ...text, description: "The platform's id of the post." },
  platform: { enum: platforms },
  accountId: uuid,
  profileId: uuid,
  text: nullableText,
  mediaType: {
    enum: mediaTypes,
    description:
      'carousel: the post has several media; on tiktok, photos are always image. link: it shows a preview of a page.',
  },
  thumbnailUrl: nullableText,
  permalink: nullableText,
  publishedAt: nullableTimestamp,
  metrics: postMetricsShape,
})

export type Post = Described<typeof postShape>
export type PostMetrics = Described<typeof postMetricsShape>

/**
 * A post as a provider reads it, without `platform` and Carillon's ids, and without `id`, which repeats `providerId`.
 */
export type ReadPost = Omit<Post, 'platform' | 'accountId' | 'profileId' | 'id'>

export const noMetrics: PostMetrics = {
  likes: null,
  comments: null,
  shares: null,
  views: null,
  saves: null,
  quotes: null,
}
