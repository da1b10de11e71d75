import { expect } from 'chai'
import { deferredFields, type PublishPlatform, platformsWith, postSchemas } from '../src/index.ts'

/** The value at `path` of a post schema; `*` enters a list, a number picks an alternative. */
function at(platform: PublishPlatform, path: string): Record<string, unknown> {
  let found: unknown = postSchemas[platform]
  for (const step of path.split('.').filter(Boolean)) {
    const schema = found as Record<string, unknown>
    if (step === '*') found = schema['items']
    else if (/^\d$/.test(step)) found = (schema['oneOf'] as unknown[])[Number(step)]
    else found = (schema['properties'] as Record<string, unknown>)[step]
    if (found === undefined) throw new Error(`${platform} has no ${path}`)
  }
  return found as Record<string, unknown>
}

const still = ['image/jpeg', 'image/png', 'image/webp']
const video = ['video/mp4', 'video/quicktime', 'video/webm']

/** Bounds of the specification, field by field. */
const bounds: Record<PublishPlatform, Record<string, object>> = {
  instagram: {
    '': { required: ['platform', 'accountId'], oneOf: [{ required: ['image'] }, { required: ['images'] }] },
    caption: { type: 'string', maxLength: 2200 },
    collaborators: { type: 'array', maxItems: 3 },
    isAiGenerated: { type: 'boolean' },
    'image.contentType': { enum: still },
    'image.base64': { type: 'string', minLength: 1 },
    'image.altText': { maxLength: 1000 },
    'image.userTags': { maxItems: 20 },
    'image.userTags.*': { required: ['username', 'x', 'y'] },
    'image.userTags.*.x': { type: 'number', minimum: 0, maximum: 1 },
    'image.userTags.*.y': { type: 'number', minimum: 0, maximum: 1 },
    images: { minItems: 2, maxItems: 10 },
    'images.*.contentType': { enum: still },
    'images.*.altText': { maxLength: 1000 },
  },
  facebook: {
    '': {
      oneOf: [{ required: ['image'] }, { required: ['images'] }, { required: ['reel'] }, { required: ['video'] }],
      dependentRequired: { title: ['video'] },
    },
    message: { maxLength: 2200 },
    'image.contentType': { enum: still },
    'image.base64': { minLength: 4, maxLength: 5_592_408 },
    images: { minItems: 2, maxItems: 10 },
    'images.*.base64': { minLength: 4, maxLength: 5_592_408 },
    'reel.contentType': { enum: video },
    'reel.base64': { minLength: 4, maxLength: 89_478_488 },
    'video.contentType': { enum: video },
    'video.base64': { minLength: 4, maxLength: 89_478_488 },
    title: { maxLength: 255 },
  },
  tiktok: {
    '': { required: ['platform', 'accountId', 'music_usage_confirmed'] },
    music_usage_confirmed: { const: true },
    post_mode: { enum: ['DIRECT_POST', 'MEDIA_UPLOAD'], default: 'DIRECT_POST' },
    tiktok_title: { maxLength: 2200 },
    tiktok_description: { maxLength: 4000 },
    privacy_level: { enum: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] },
    disable_comment: { type: 'boolean', default: false },
    disable_duet: { type: 'boolean', default: false },
    disable_stitch: { type: 'boolean', default: false },
    cover_timestamp: { type: 'integer', minimum: 0, default: 1000 },
    photo_cover_index: { type: 'integer', minimum: 0, default: 0 },
    auto_add_music: { type: 'boolean', default: false },
    is_aigc: { type: 'boolean', default: false },
    brand_content_toggle: { type: 'boolean', default: false },
    brand_organic_toggle: { type: 'boolean', default: false },
    'video.0.content_type': { const: 'video/mp4' },
    'video.0.base64': { minLength: 4, maxLength: 89_478_488 },
    'video.1.url': { format: 'uri' },
    photos: { minItems: 1, maxItems: 35 },
    'photos.*.content_type': { enum: still },
    'photos.*.base64': { minLength: 4, maxLength: 27_962_040 },
  },
  youtube: {
    '': { required: ['platform', 'accountId', 'title', 'privacy_status', 'made_for_kids', 'video'] },
    title: { minLength: 1, maxLength: 100 },
    description: { type: 'string' },
    tags: { type: 'array', maxItems: 100 },
    'tags.*': { minLength: 1, maxLength: 500 },
    category_id: { pattern: '^[0-9]+$' },
    privacy_status: { enum: ['public', 'unlisted', 'private'] },
    made_for_kids: { type: 'boolean' },
    contains_synthetic_media: { type: 'boolean' },
    publish_at: { format: 'date-time' },
    notify_subscribers: { type: 'boolean' },
    'video.0.content_type': { enum: video },
    'video.0.base64': { minLength: 4, maxLength: 89_478_488 },
    'video.1.url': { format: 'uri' },
  },
  x: {
    '': { required: ['platform', 'accountId', 'text'] },
    text: { type: 'string', maxLength: 25_000 },
    media: { maxItems: 4 },
    'media.*.0.content_type': { enum: [...still, 'image/gif', 'video/mp4'] },
    'media.*.0.base64': { minLength: 4, maxLength: 89_478_488 },
    'media.*.1.url': { format: 'uri' },
    thread: { maxItems: 24 },
    'thread.*': { required: ['text'] },
    'thread.*.text': { maxLength: 25_000 },
    'thread.*.media': { maxItems: 4 },
  },
  bluesky: {
    '': { required: ['platform', 'accountId', 'text'], not: { required: ['images', 'video'] } },
    text: { type: 'string', maxLength: 3000 },
    langs: { maxItems: 3 },
    'langs.*': { pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
    images: { maxItems: 4 },
    'images.*.content_type': { enum: still },
    'images.*.base64': { minLength: 4, maxLength: 27_962_028 },
    'images.*.altText': { maxLength: 2000 },
    'video.0.content_type': { const: 'video/mp4' },
    'video.0.base64': { minLength: 4, maxLength: 139_810_136 },
    'video.0.altText': { maxLength: 2000 },
    'video.1.url': { format: 'uri' },
    'video.1.altText': { maxLength: 2000 },
    thread: { maxItems: 24 },
    'thread.*': { required: ['text'], not: { required: ['images', 'video'] } },
    'thread.*.text': { maxLength: 3000 },
    'thread.*.images': { maxItems: 4 },
    'thread.*.images.*.base64': { maxLength: 27_962_028 },
  },
}

/** Every schema within one, with where it stands. */
function* within(schema: unknown, path: string): Generator<[string, Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return
  const own = schema as Record<string, unknown>
  yield [path, own]
  for (const [name, part] of Object.entries((own['properties'] ?? {}) as object)) yield* within(part, `${path}.${name}`)
  if (own['items']) yield* within(own['items'], `${path}.*`)
  for (const [index, part] of ((own['oneOf'] ?? []) as unknown[]).entries()) yield* within(part, `${path}.${index}`)
}

/** The same value without the names that schemas state for the OpenAPI document. */
const withoutNames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, part: unknown) => (key === 'x-name' ? undefined : part))

describe('post schemas', () => {
  for (const platform of platformsWith('posts.publish')) {
    describe(platform, () => {
      for (const [path, bound] of Object.entries(bounds[platform])) {
        it(`${path || 'the body'} is bounded as specified`, () => {
          const schema = at(platform, path)
          for (const [keyword, value] of Object.entries(bound)) {
            expect(withoutNames(schema[keyword]), keyword).to.deep.equal(value)
          }
        })
      }

      it('names itself, its account and its profile', () => {
        expect(at(platform, 'platform')).to.deep.equal({ const: platform })
        for (const field of ['accountId', 'profileId']) {
          expect(at(platform, field)).to.deep.equal({ type: 'string', format: 'uuid' })
        }
      })

      it('is closed everywhere, and requires only what it declares', () => {
        for (const [path, schema] of within(postSchemas[platform], platform)) {
          if (schema['type'] !== 'object') continue
          expect(schema['additionalProperties'], path).to.equal(false)
          const names = Object.keys(schema['properties'] as object)
          for (const name of (schema['required'] ?? []) as string[]) expect(names, path).to.include(name)
        }
      })

      it('bounds every text, list and pattern, so that nothing can be without end', () => {
        for (const [path, schema] of within(postSchemas[platform], platform)) {
          const { type } = schema
          const fixed = schema['format'] === 'uuid' || 'const' in schema || 'enum' in schema
          if (type === 'string' && !fixed) expect(schema['maxLength'], path).to.be.a('number')
          if (type === 'array') expect(schema['maxItems'], path).to.be.a('number')
          if (schema['pattern']) expect(() => new RegExp(String(schema['pattern']), 'u'), path).to.not.throw()
        }
      })

      it('holds what is deferred for unknown', () => {
        for (const field of deferredFields) expect(postSchemas[platform].properties).to.not.have.property(field)
      })
    })
  }
})
