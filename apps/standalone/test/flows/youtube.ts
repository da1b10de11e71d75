import { expect } from 'chai'
import type { Flow } from './flow.ts'

export const youtubeFlow: Flow = {
  platform: 'youtube',
  app: { audited: true },
  kinds: [
    {
      title: 'a video with every field',
      body: async ({ snake }) => ({
        title: 'Everything said',
        description: 'First line\nsecond line 🎬',
        tags: ['one', 'two words'],
        category_id: '22',
        privacy_status: 'unlisted',
        made_for_kids: true,
        contains_synthetic_media: true,
        notify_subscribers: false,
        video: await snake('video-320x240-2s.mp4'),
      }),
      status: 202,
      is: (post) => post.text === 'Everything said',
      check(post) {
        expect(post).to.deep.include({
          description: 'First line\nsecond line 🎬',
          tags: ['one', 'two words'],
          categoryId: '22',
          privacyStatus: 'unlisted',
          madeForKids: true,
          containsSyntheticMedia: true,
          notifySubscribers: false,
        })
        expect(post.media[0].contentType).to.equal('video/mp4')
      },
    },
    {
      title: 'a video from an address, to be published later',
      body: async ({ url }) => ({
        title: 'Later',
        privacy_status: 'private',
        made_for_kids: false,
        publish_at: '2031-01-02T03:04:05+02:00',
        video: { url: url('video-640x360-3s.mp4') },
      }),
      status: 202,
      is: (post) => post.text === 'Later',
      check: (post) => expect(new Date(post.publishAt).toISOString()).to.equal('2031-01-02T01:04:05.000Z'),
    },
  ],
  listed: (record) => JSON.stringify(record).includes('Everything said'),
  deletes: true,
}
