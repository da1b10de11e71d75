import type { PublishPlatform } from '@carillon/domain'
import { sampleImage } from './openapi/sample-image.ts'

/**
 * The visibility of a sample post: `private` is visible to the account only, `public` is visible to everybody until it
 * is deleted, and `stays` is public and cannot be deleted through the API.
 */
type SampleReach = 'private' | 'public' | 'stays'

/** A sample post with which an operator tests a connected account by publishing it. */
export interface SamplePost {
  /** What is published, such as `image` or `video draft`. */
  kind: string
  /** Who can see the post: `private` (only the account), `public`, or `stays`: public and not deletable by the API. */
  reach: SampleReach
  /** True if the operator has to provide a video. */
  needsVideo?: true
  /** True if the test of comments and campaigns uses this post before it is deleted. */
  hostsWrites?: true
  /**
   * Returns the body of `posts.publish` without `platform` and `accountId`.
   * @param video an MP4 file as base64
   */
  body(video: string): Readonly<Record<string, unknown>>
}

const text = 'A test post of Carillon.'
const image = { contentType: 'image/jpeg', base64: sampleImage }
const snakeImage = { content_type: 'image/jpeg', base64: sampleImage }
const mp4 = (base64: string) => ({ content_type: 'video/mp4', base64 })

const tiktok = { music_usage_confirmed: true, tiktok_title: text } as const

/** Sample posts of the kinds that a network accepts, as private as the network allows, keyed by platform. */
export const samplePosts: Readonly<Record<PublishPlatform, readonly SamplePost[]>> = {
  instagram: [
    { kind: 'image', reach: 'stays', hostsWrites: true, body: () => ({ caption: text, image }) },
    { kind: 'carousel', reach: 'stays', body: () => ({ caption: text, images: [image, image] }) },
  ],
  tiktok: [
    {
      kind: 'video draft',
      reach: 'private',
      needsVideo: true,
      body: (video) => ({ ...tiktok, post_mode: 'MEDIA_UPLOAD', video: mp4(video) }),
    },
    {
      kind: 'photo draft',
      reach: 'private',
      body: () => ({ ...tiktok, post_mode: 'MEDIA_UPLOAD', photos: [snakeImage] }),
    },
    {
      kind: 'private photo',
      reach: 'private',
      body: () => ({ ...tiktok, privacy_level: 'SELF_ONLY', photos: [snakeImage] }),
    },
  ],
  facebook: [
    { kind: 'image', reach: 'public', hostsWrites: true, body: () => ({ message: text, image }) },
    { kind: 'images', reach: 'public', body: () => ({ message: text, images: [image, image] }) },
    {
      kind: 'video',
      reach: 'public',
      needsVideo: true,
      body: (video) => ({ message: text, video: { contentType: 'video/mp4', base64: video } }),
    },
    {
      kind: 'reel',
      reach: 'public',
      needsVideo: true,
      body: (video) => ({ message: text, reel: { contentType: 'video/mp4', base64: video } }),
    },
  ],
  youtube: [
    {
      kind: 'private video',
      reach: 'private',
      needsVideo: true,
      hostsWrites: true,
      body: (video) => ({ title: text, privacy_status: 'private', made_for_kids: false, video: mp4(video) }),
    },
  ],
  x: [
    { kind: 'text', reach: 'public', body: () => ({ text }) },
    { kind: 'image', reach: 'public', body: () => ({ text, media: [snakeImage] }) },
    { kind: 'video', reach: 'public', needsVideo: true, body: (video) => ({ text, media: [mp4(video)] }) },
  ],
  bluesky: [
    { kind: 'text', reach: 'public', body: () => ({ text }) },
    { kind: 'image', reach: 'public', body: () => ({ text, images: [{ ...snakeImage, altText: text }] }) },
    { kind: 'video', reach: 'public', needsVideo: true, body: (video) => ({ text, video: mp4(video) }) },
  ],
}
