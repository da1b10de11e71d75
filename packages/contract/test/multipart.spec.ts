import { type JSONSchema, platforms, postSchemas, supports } from '@carillon/domain'
import { expect } from 'chai'
import { openApiDocument, uploadLimits, uploadTargets } from '../src/index.ts'

const item = {
  type: 'object',
  properties: { contentType: {}, base64: { type: 'string', contentEncoding: 'base64', maxLength: 8 }, altText: {} },
} as const satisfies JSONSchema
const videoFile = {
  oneOf: [
    { type: 'object', properties: { url: {} } },
    { type: 'object', properties: { content_type: {}, base64: { contentEncoding: 'base64', maxLength: 400 } } },
  ],
} as const satisfies JSONSchema

describe('uploadTargets', () => {
  it('sends images to image or images by their number', () => {
    const { photos, video } = uploadTargets({ properties: { image: item, images: { maxItems: 10, items: item } } })
    expect(photos?.one).to.deep.equal({ property: 'image', listed: false })
    expect(photos?.several).to.deep.equal({ property: 'images', listed: true })
    expect(photos?.typeProperty).to.equal('contentType')
    expect(Object.keys(photos?.extras ?? {})).to.deep.equal(['altText'])
    expect(video).to.equal(undefined)
  })

  it('sends images to photos where there is such a list, and a video to its own place', () => {
    const targets = uploadTargets({ properties: { photos: { maxItems: 35, items: item }, video: videoFile } })
    expect(targets['image']?.one).to.deep.equal({ property: 'photos', listed: true })
    expect(targets['image']?.maxFiles).to.equal(35)
    expect(targets['video']).to.deep.include({ several: null, typeProperty: 'content_type', maxFiles: 1 })
  })

  it('counts the largest file and the fullest form', () => {
    const variants: JSONSchema[] = [{ properties: { photos: { maxItems: 35, items: item }, video: videoFile } }]
    const [mebi, kibi] = [1024 * 1024, 1024]
    const none = { fieldBytes: 64 * kibi, textBytes: mebi, bodyBytes: mebi + 300 }
    expect(uploadLimits(variants)).to.deep.equal({ fileBytes: 300, files: 35, ...none })
    const described = {
      ...item,
      properties: { ...item.properties, altText: { type: 'string', maxLength: 5 } },
    } as const
    const title = { type: 'string', maxLength: 7 } as const
    const more: JSONSchema[] = [...variants, { properties: { images: { maxItems: 10, items: described }, title } }]
    // A list of ten descriptions is one field, in which each character may be two escapes.
    const texts = { fieldBytes: 64 * kibi + 600, textBytes: mebi + 600 + 84 }
    expect(uploadLimits(more)).to.deep.include({ files: 35, ...texts })
  })
})

describe('forms in the OpenAPI document', () => {
  const { components } = openApiDocument() as {
    components: { schemas: { PublishPostForm: { discriminator: { mapping: Record<string, string> } } } }
  }
  const { mapping } = components.schemas.PublishPostForm.discriminator

  it('exist for the networks that take multipart, and for no other', () => {
    const able = platforms.filter((platform) => supports('posts.upload', platform))
    expect(Object.keys(mapping)).to.have.members(able)
  })

  it('can carry what each of their variants requires', () => {
    for (const platform of platforms.filter((each) => supports('posts.upload', each))) {
      const variant: JSONSchema | undefined = Object.entries(postSchemas).find(([name]) => name === platform)?.[1]
      expect(Object.keys(uploadTargets(variant ?? {})), platform).not.to.have.length(0)
    }
  })
})
