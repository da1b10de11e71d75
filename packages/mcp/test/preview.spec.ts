import { expect } from 'chai'
import { previewOf } from '../src/tools/preview.ts'

describe('the preview of a post', () => {
  it('has every text that becomes public, and no bytes', () => {
    const image = { content_type: 'image/png', base64: 'iVBORw0KGgo=', altText: 'Loaves on a rack' }
    const tagged = { url: 'https://cdn.example/a.jpg', userTags: [{ username: 'ada', x: 0.5, y: 0 }] }
    const preview = previewOf({ text: 'Fresh', images: [image, tagged], thread: [{ text: 'More', media: [image] }] })
    expect(preview.split('\n')).to.deep.equal([
      'text: Fresh',
      'images: a file that is sent with the post (content_type: image/png, altText: Loaves on a rack); https://cdn.example/a.jpg (userTags: (username: ada, x: 0.5, y: 0))',
      'thread: (text: More, media: a file that is sent with the post (content_type: image/png, altText: Loaves on a rack))',
    ])
  })

  it('is cut off after 4,000 characters', () => {
    expect(previewOf({ text: 'a'.repeat(5_000) })).to.have.length(4_002)
  })
})
