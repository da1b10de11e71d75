import type { JSONSchema, postSchemas } from '@carillon/domain'
import { expect } from 'chai'
import { operationRow, publishBodyLimit } from '../src/index.ts'

const text = { type: 'string', contentEncoding: 'base64', maxLength: 100 } as const satisfies JSONSchema
const item = { type: 'object', properties: { base64: text, altText: { type: 'string', maxLength: 9 } } } as const
const mebi = 1024 * 1024

describe('the bound of a publish body', () => {
  it('adds up what a schema can hold at once', () => {
    const url = { type: 'object', properties: { url: { type: 'string' } } } as const
    const one: JSONSchema = { properties: { image: item, images: { maxItems: 10, items: item } } }
    const thread: JSONSchema = { properties: { video: { oneOf: [url, item] }, thread: { maxItems: 3, items: one } } }
    expect(publishBodyLimit([one])).to.equal(mebi + 11 * 100)
    expect(publishBodyLimit([one, thread])).to.equal(mebi + 100 + 3 * 11 * 100)
    expect(publishBodyLimit([])).to.equal(mebi)
  })

  it('holds the fullest post that each network takes, and not five gigabytes', () => {
    const { bodyLimit = 0 } = operationRow('posts.publish')
    const fullest: Record<keyof typeof postSchemas, [items: number, characters: number]> = {
      instagram: [10, 27_962_040],
      facebook: [1, 89_478_488],
      tiktok: [35, 27_962_040],
      youtube: [1, 89_478_488],
      x: [25, 89_478_488],
      bluesky: [25, 139_810_136],
    }
    for (const [platform, [items, characters]] of Object.entries(fullest)) {
      expect(items * characters + mebi, platform).to.be.at.most(bodyLimit)
    }
    expect(bodyLimit).to.be.below(5e9)
  })
})
