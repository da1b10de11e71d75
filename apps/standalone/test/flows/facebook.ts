import { expect } from 'chai'
import type { Flow } from './flow.ts'

export const facebookFlow: Flow = {
  platform: 'facebook',
  kinds: [
    {
      title: 'one image',
      body: async ({ camel }) => ({ message: 'One image — ünïcödé', image: await camel('photo-640x480.webp') }),
      status: 201,
      is: (post) => post.text === 'One image — ünïcödé',
      check(post) {
        expect(post.media).to.have.length(1)
        expect(post.media[0]).to.include({ width: 640, height: 480 })
        expect(post.media[0].contentType).to.be.oneOf(['image/jpeg', 'image/png'])
      },
    },
    {
      title: 'several images in their order',
      body: async ({ camel }) => ({
        message: 'Several',
        images: [await camel('photo-640x480.jpg'), await camel('photo-300x300.png'), await camel('photo-200x400.jpg')],
      }),
      status: 201,
      is: (post) => post.text === 'Several',
      check(post) {
        const widths = post.media.map(({ width }: { width: number }) => width)
        expect(widths).to.deep.equal([640, 300, 200])
      },
    },
    {
      title: 'a video with a title',
      body: async ({ camel }) => ({
        message: 'What it is about',
        title: 'A video',
        video: await camel('video-320x240-2s.mp4'),
      }),
      status: 202,
      is: (post) => post.text === 'What it is about',
      check(post) {
        expect(post.title).to.equal('A video')
        expect(post.media[0].contentType).to.equal('video/mp4')
      },
    },
    {
      title: 'a reel',
      body: async ({ camel }) => ({ message: 'A reel', reel: await camel('video-540x960-4s.mp4') }),
      status: 202,
      is: (post) => post.text === 'A reel',
      check: (post) => expect(post.media[0].contentType).to.equal('video/mp4'),
    },
  ],
  listed: (record) => record.text === 'One image — ünïcödé',
  deletes: true,
}
