import { expect } from 'chai'
import { postTitle, scheduledPost } from '../../app/data/schedules/scheduled-post.ts'

const textFields = { bluesky: ['text'], youtube: ['title', 'description'] } as const
const facts = { contentType: 'image/jpeg', bytes: 1200, width: 640, height: 480, thumbnailUrl: 'https://x.example/t' }

describe('a scheduled post', () => {
  it('has its texts, its thread, and media at any depth', () => {
    const fields = {
      text: 'One\nmore',
      images: [{ ...facts, altText: 'Bread' }],
      thread: [{ text: 'Two', images: [facts] }],
    }
    const post = { platform: 'bluesky', accountId: 'a', ...fields }
    const read = scheduledPost({ platform: 'bluesky', post } as never, textFields)
    expect(read.texts).to.deep.equal(['One\nmore'])
    expect(read.thread).to.deep.equal(['Two'])
    expect(read.media.map(({ path }) => path.join('.'))).to.deep.equal(['images.0', 'thread.0.images.0'])
    expect(read.media[0]).to.include({ kind: 'image', bytes: 1200, thumbnailUrl: 'https://x.example/t' })
    expect(postTitle(read)).to.equal('One')
  })

  it('is called by its title, or by what it contains', () => {
    const video = { contentType: 'video/mp4', bytes: 1 }
    const titled = { platform: 'youtube', accountId: 'a', title: 'Baking', description: 'Slowly', video }
    const read = scheduledPost({ platform: 'youtube', post: titled } as never, textFields)
    expect([postTitle(read), read.media[0]?.kind]).to.deep.equal(['Baking', 'video'])
    const untitled = { platform: 'bluesky', accountId: 'a', text: ' ', images: [facts, facts] }
    const words = postTitle(scheduledPost({ platform: 'bluesky', post: untitled } as never, textFields))
    expect(words).to.equal('2 images without text')
  })
})
