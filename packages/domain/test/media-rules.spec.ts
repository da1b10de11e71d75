import { errorCodes } from '@carillon/errors'
import { expect } from 'chai'
import { type MediaRule, mediaRules, type PublishPlatform, platformsWith, postSchemas } from '../src/index.ts'
import { mediaFields } from './media-fields.ts'

const platforms = platformsWith('posts.publish')
const fieldNames = (platform: PublishPlatform) => new Set(mediaFields(postSchemas[platform]).map(({ name }) => name))

/** The fields that carry media, as the specification lists them. */
const promised: Record<PublishPlatform, string[]> = {
  instagram: ['image', 'images'],
  facebook: ['image', 'images', 'reel', 'video'],
  tiktok: ['video', 'photos'],
  youtube: ['video'],
  x: ['media'],
  bluesky: ['images', 'video'],
}

describe('media rules', () => {
  it('bluesky takes videos as large and long as its own app does', () => {
    const [rule] = mediaRules.bluesky.filter(({ field }) => field === 'video')
    expect(rule?.requirement).to.include({ maxBytes: 300_000_000, maxSeconds: 600 })
  })

  it('has the frame rates of the networks that document them', () => {
    const rates = platforms.flatMap((platform) =>
      mediaRules[platform].flatMap(({ field, requirement: { minFrameRate, maxFrameRate } }) =>
        (minFrameRate ?? maxFrameRate) ? [[platform, field, minFrameRate, maxFrameRate]] : [],
      ),
    )
    expect(rates).to.have.deep.members([
      ['facebook', 'reel', 24, 60],
      ['tiktok', 'video', 23, 60],
      ['x', 'media', undefined, 60],
    ])
  })

  for (const platform of platforms) {
    describe(platform, () => {
      const rules: readonly MediaRule[] = mediaRules[platform]

      it('has media where they are promised', () => {
        expect([...fieldNames(platform)]).to.have.members(promised[platform])
      })

      it('has a rule for every type that a field may announce, and one only', () => {
        for (const { name, contentTypes } of mediaFields(postSchemas[platform])) {
          expect(contentTypes, name).to.not.deep.equal([])
          for (const type of contentTypes) {
            const own = rules.filter((rule) => rule.field === name && rule.contentTypes.includes(type))
            expect(own, `${name} as ${type}`).to.have.length(1)
          }
        }
      })

      it('has no rule for a field that there is not', () => {
        const fields = fieldNames(platform)
        for (const { field } of rules) expect([...fields]).to.include(field)
      })

      it('rejects with a code of the catalogue for the kind of medium', () => {
        for (const { code, contentTypes } of rules) {
          expect(errorCodes).to.include(code)
          if (code === 'invalid_media') continue
          const kind = code === 'invalid_image' ? 'image/' : 'video/'
          expect(contentTypes.every((type) => type.startsWith(kind))).to.equal(true)
        }
      })

      it('has bounds that something fits', () => {
        for (const { requirement } of rules) {
          for (const [name, minimum] of Object.entries(requirement)) {
            expect(minimum, name).to.be.greaterThan(0)
            if (!name.startsWith('min')) continue
            const maximum = Object.entries(requirement).find(([other]) => other === name.replace('min', 'max'))?.[1]
            expect(minimum, name).to.be.at.most(maximum ?? Number.POSITIVE_INFINITY)
          }
        }
      })

      it('delivers every still image within a number of bytes and decoded pixels', () => {
        const still = rules.filter(({ contentTypes }) => contentTypes.includes('image/jpeg'))
        for (const { delivery, requirement } of still) {
          expect(delivery?.maxBytes).to.be.greaterThan(0)
          expect(delivery?.contentTypes.length).to.be.greaterThan(0)
          expect(requirement.maxPixels).to.be.at.most(50_000_000)
        }
        for (const rule of rules.filter((one) => !still.includes(one))) expect(rule).to.not.have.property('delivery')
      })
    })
  }

  it('leaves to Instagram what its page rejects and it takes: images between 3:4 and 4:5', () => {
    for (const { requirement } of mediaRules.instagram) {
      expect(requirement?.minRatio).to.be.at.most(1080 / 1440)
      expect(requirement?.minRatio).to.be.below(1000 / 1251)
    }
  })
})
