import { expect } from 'chai'
import type { Flow, Held } from './flow.ts'

const music_usage_confirmed = true

function sizes(post: Held): [number, number][] {
  return post.media.map(({ width, height }: { width: number; height: number }) => [width, height])
}

export const tiktokFlow: Flow = {
  platform: 'tiktok',
  kinds: [
    {
      title: 'a video with every field',
      body: async ({ snake }) => ({
        music_usage_confirmed,
        tiktok_title: 'Everything said 🍞',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        cover_timestamp: 1500,
        is_aigc: true,
        brand_content_toggle: true,
        video: await snake('video-360x640-4s.mp4'),
      }),
      status: 202,
      is: (post) => post.text === 'Everything said 🍞',
      check(post) {
        expect(post).to.include({
          mediaType: 'VIDEO',
          disableComment: true,
          disableDuet: true,
          disableStitch: true,
          coverTimestamp: 1500,
          isAigc: true,
          isBrandedContent: true,
          draft: false,
        })
        expect(post.media[0].contentType).to.equal('video/mp4')
      },
    },
    {
      title: 'a video from an address, with a description below its title',
      body: async ({ url }) => ({
        music_usage_confirmed,
        tiktok_title: 'From afar',
        tiktok_description: 'And back',
        video: { url: url('video-640x360-3s.mp4') },
      }),
      status: 202,
      is: (post) => post.text === 'From afar\n\nAnd back',
      check: (post) => expect(post).to.include({ disableDuet: false, coverTimestamp: 1000 }),
    },
    {
      title: 'photos that have to be made smaller or into another format',
      body: async ({ snake }) => ({
        music_usage_confirmed,
        tiktok_title: 'Three photos',
        tiktok_description: 'Tall, wide and small',
        photo_cover_index: 2,
        auto_add_music: true,
        brand_organic_toggle: true,
        photos: [
          await snake('photo-1500x4000.jpg'),
          await snake('photo-3840x2160.jpg'),
          await snake('photo-300x300.png'),
        ],
      }),
      status: 202,
      is: (post) => post.text === 'Tall, wide and small',
      check(post) {
        expect(post).to.include({ title: 'Three photos', photoCoverIndex: 2, autoAddMusic: true, isBrandOrganic: true })
        expect(sizes(post)).to.deep.equal([
          [720, 1920],
          [1920, 1080],
          [300, 300],
        ])
        expect(post.media[2].contentType).to.equal('image/jpeg')
      },
    },
    {
      title: 'a photo for few',
      body: async ({ snake }) => ({
        music_usage_confirmed,
        tiktok_description: 'For friends',
        privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
        photos: [await snake('photo-640x480.jpg')],
      }),
      status: 202,
      is: (post) => post.text === 'For friends',
      check: (post) => expect(post.privacyLevel).to.equal('MUTUAL_FOLLOW_FRIENDS'),
      withoutIds: true,
    },
    {
      title: 'a draft',
      body: async ({ snake }) => ({
        music_usage_confirmed,
        post_mode: 'MEDIA_UPLOAD',
        privacy_level: 'SELF_ONLY',
        video: await snake('video-360x640-5s.mp4'),
      }),
      status: 202,
      is: (post) => post.draft,
      check: (post) => expect(post.mediaType).to.equal('VIDEO'),
      withoutIds: true,
    },
  ],
  listed: (record) => record.text === 'Everything said 🍞',
  deletes: false,
}
