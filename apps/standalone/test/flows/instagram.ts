import { expect } from 'chai'
import type { Flow, Held, Kind } from './flow.ts'

const userTags = [{ username: 'mika.creates', x: 0.25, y: 0.75 }]

function sizes(post: Held): [string, number, number][] {
  return post.media.map((media: Held) => [media.contentType, media.width, media.height])
}

function everyField(caption: string): Kind {
  return {
    title: 'an image with every field',
    body: async ({ camel }) => ({
      caption,
      collaborators: ['ferrer.outdoor'],
      isAiGenerated: true,
      image: { ...(await camel('photo-2160x2700.png')), altText: 'A loaf', userTags },
    }),
    status: 201,
    is: (post) => post.text === caption,
    check(post) {
      expect(post).to.deep.include({ collaborators: ['ferrer.outdoor'], isAiGenerated: true })
      expect(sizes(post)).to.deep.equal([['image/jpeg', 1440, 1800]])
      expect(post.media[0]).to.deep.include({ altText: 'A loaf', userTags })
    },
  }
}

function carousel(caption: string): Kind {
  return {
    title: 'a carousel of three formats',
    body: async ({ camel }) => ({
      caption,
      images: [
        { ...(await camel('photo-600x600.jpg')), altText: 'Left' },
        await camel('photo-480x600.webp'),
        { ...(await camel('photo-1200x628.png')), userTags },
      ],
    }),
    status: 201,
    is: (post) => post.text === caption,
    check(post) {
      expect(post.kind).to.equal('CAROUSEL_ALBUM')
      expect(sizes(post)).to.deep.equal([
        ['image/jpeg', 600, 600],
        ['image/jpeg', 480, 600],
        ['image/jpeg', 1200, 628],
      ])
      expect(post.media[2].userTags).to.deep.equal(userTags)
    },
  }
}

export const instagramFlow: Flow = {
  platform: 'instagram',
  kinds: [everyField('Everything said 🍞\n#rye'), carousel('Three of them')],
  listed: (record) => record.text === 'Everything said 🍞\n#rye',
  deletes: false,
}

export const instagramByFacebookFlow: Flow = {
  platform: 'instagram',
  connect: { body: { authMethod: 'facebook_login' } },
  kinds: [everyField('Said through the Page'), carousel('Three through the Page')],
  listed: (record) => record.text === 'Said through the Page',
  deletes: false,
}
