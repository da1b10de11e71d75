import { expect } from 'chai'
import type { Flow } from './flow.ts'

export const xFlow: Flow = {
  platform: 'x',
  kinds: [
    {
      title: 'text',
      body: async () => ({ text: 'Plain words & <signs>, ünïcödé 🎉' }),
      status: 201,
      is: (post) => post.text.startsWith('Plain words'),
      check: (post) => expect(post.media).to.have.length(0),
    },
    {
      title: 'four images, one of them from an address',
      body: async ({ snake, url }) => ({
        text: 'Four images',
        media: [
          await snake('photo-640x480.jpg'),
          await snake('photo-300x300.png'),
          await snake('photo-320x200.webp'),
          { url: url('photo-200x400.jpg') },
        ],
      }),
      status: 201,
      is: (post) => post.text.startsWith('Four images'),
      check(post) {
        const sizes = post.media.map((media: { width: number; height: number }) => [media.width, media.height])
        expect(sizes).to.deep.equal([
          [640, 480],
          [300, 300],
          [320, 200],
          [200, 400],
        ])
      },
    },
    {
      title: 'a video',
      body: async ({ snake }) => ({ text: 'A video', media: [await snake('video-320x240-2s.mp4')] }),
      status: 201,
      is: (post) => post.text.startsWith('A video'),
      check: (post) => expect(post.media[0].contentType).to.equal('video/mp4'),
    },
    {
      title: 'a thread with an image in the middle and a GIF from an address at its end',
      body: async ({ snake, url }) => ({
        text: 'Thread, first',
        thread: [
          { text: 'Thread, second', media: [await snake('photo-640x480.jpg')] },
          { text: 'Thread, third', media: [{ url: url('photo-320x240.gif') }] },
        ],
      }),
      status: 201,
      is: (post) => post.text.startsWith('Thread, first'),
      check(first, all) {
        const second = all.find((post) => post.text.startsWith('Thread, second'))
        const third = all.find((post) => post.text.startsWith('Thread, third'))
        expect(second.media).to.have.length(1)
        expect(third.media[0].contentType).to.equal('image/gif')
        expect(JSON.stringify(second)).to.contain(first.id)
        expect(JSON.stringify(third)).to.contain(second.id)
      },
    },
  ],
  listed: (record) => record.text.startsWith('Plain words & <signs>'),
  deletes: true,
}
