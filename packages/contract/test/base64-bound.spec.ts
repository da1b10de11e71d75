import { type JSONSchema, postSchemas } from '@carillon/domain'
import { expect } from 'chai'
import { operationRow, publishBodyLimit, textBodyLimit } from '../src/index.ts'

const text = { type: 'string', contentEncoding: 'base64', maxLength: 100 } as const satisfies JSONSchema
const item = { type: 'object', properties: { base64: text, altText: { type: 'string', maxLength: 9 } } } as const
const mebi = 1024 * 1024

describe('the bound of a publish body', () => {
  it('adds up what a schema can hold at once', () => {
    const url = { type: 'object', properties: { url: { type: 'string' } } } as const
    const one: JSONSchema = { properties: { image: item, images: { maxItems: 10, items: item } } }
    const thread: JSONSchema = { properties: { video: { oneOf: [url, item] }, thread: { maxItems: 3, items: one } } }
    // Each of the nine characters of a description may be two escapes.
    const [whole, rest] = [100 + 9 * 12, 9 * 12]
    expect(publishBodyLimit([one])).to.equal(mebi + 11 * whole)
    expect(publishBodyLimit([one, thread])).to.equal(mebi + whole + 3 * 11 * whole)
    expect(textBodyLimit([one, thread])).to.equal(mebi + rest + 3 * 11 * rest)
    expect(publishBodyLimit([])).to.equal(mebi)
  })

  it('knows the length of every text of a post', () => {
    const unbounded = (schema: JSONSchema, path: string): string[] => {
      if (typeof schema !== 'object') return []
      const { properties = {}, oneOf = [], items } = schema
      const isText = schema.type === 'string' && schema.maxLength === undefined && schema.format !== 'uuid'
      return [
        ...(isText ? [path] : []),
        ...Object.entries(properties).flatMap(([name, part]) => unbounded(part, `${path}.${name}`)),
        ...[...oneOf, items ?? true].flatMap((part) => unbounded(part as JSONSchema, path)),
      ]
    }
    for (const [platform, schema] of Object.entries(postSchemas)) {
      expect(unbounded(schema, platform)).to.deep.equal([])
    }
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
      const schema = postSchemas[platform as keyof typeof postSchemas]
      expect(items * characters + textBodyLimit([schema]), platform).to.be.at.most(bodyLimit)
    }
    expect(bodyLimit).to.be.below(5e9)
  })
})
