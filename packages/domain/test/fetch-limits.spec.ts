import { expect } from 'chai'
import { fetchLimits, mediaRules } from '../src/index.ts'

describe('limits of media that are fetched by URL', () => {
  it('are small for images and those of the network for videos', () => {
    for (const rules of Object.values(mediaRules)) {
      for (const rule of rules) {
        const ofField = rules.filter(({ field }) => field === rule.field)
        for (const type of rule.contentTypes) {
          const { maxBytes, maxMs } = fetchLimits(ofField, type)
          if (type.startsWith('image/')) expect([maxBytes, maxMs]).to.deep.equal([64 * 1024 ** 2, 60_000])
          else expect([maxBytes, maxMs]).to.deep.equal([rule.requirement.maxBytes ?? 1024 ** 3, 600_000])
        }
      }
    }
  })

  it('are the widest of a field as long as nothing is known of the file', () => {
    const media = mediaRules.x.filter(({ field }) => field === 'media')
    expect(fetchLimits(media, null)).to.deep.equal(fetchLimits(media, 'video/mp4'))
    const images = mediaRules.facebook.filter(({ field }) => field === 'images')
    expect(fetchLimits(images, null).maxMs).to.equal(60_000)
  })
})
