import { operationIds, operationRow } from '@carillon/contract'
import { type JSONSchema, postSchemas } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { compileCheck } from '../src/validate/validate.ts'
import { stagedFile } from './staged-file.ts'

const accountId = '0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'

function rejectionOf(schema: JSONSchema, value: unknown): ServiceError | null {
  try {
    compileCheck(schema)(value, { whole: 'body', badBase64: 'invalid_media' })
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

const said = (schema: JSONSchema, value: unknown) => rejectionOf(schema, value)?.message

describe('messages of the validator', () => {
  const text = { type: 'object', properties: { name: { type: 'string', minLength: 1, maxLength: 3 } } } as const

  it('name the field, the limit and the actual length in code points', () => {
    expect(said(text, { name: 'abcd' })).to.equal('name: 4 characters, at most 3 are allowed')
    expect(said(text, { name: '' })).to.equal('name: 0 characters, at least 1 is needed')
    expect(said(text, { name: '😀😀😀' })).to.equal(undefined)
    expect(said(text, { name: '😀😀😀😀' })).to.equal('name: 4 characters, at most 3 are allowed')
  })

  it('tell numbers and their bounds, and counts of lists', () => {
    const schema = { type: 'object', properties: { x: { type: 'number', maximum: 1 } } } as const
    expect(said(schema, { x: 1.5 })).to.equal('x: 1.5, but it must be <= 1')
    expect(said({ type: 'array', maxItems: 1 }, [1, 2])).to.equal('body: 2 items, at most 1 is allowed')
    expect(said({ type: 'array', minItems: 2 }, [1])).to.equal('body: 1 item, at least 2 are needed')
  })

  it('tell how many fields an object has, also where a rule says which ones', () => {
    const schema = { type: 'object', maxProperties: 1, 'x-rule': 'No name may be host.' } as const
    expect(said(schema, { a: 1, b: 2 })).to.equal('body: 2 fields, at most 1 is allowed')
    expect(said({ type: 'object', maxProperties: 2 }, { a: 1, b: 2, c: 3 })).to.equal(
      'body: 3 fields, at most 2 are allowed',
    )
  })

  it('tell which items of a list are equal', () => {
    const schema = { type: 'object', properties: { ids: { type: 'array', uniqueItems: true } } } as const
    expect(said(schema, { ids: ['a', 'b'] })).to.equal(undefined)
    expect(said(schema, { ids: ['a', 'b', 'a'] })).to.equal('ids: the items 0 and 2 are equal; each is allowed once')
    expect(said(schema, { ids: [{ a: 1 }, { a: 1 }] })).to.equal(
      'ids: the items 0 and 1 are equal; each is allowed once',
    )
  })

  it('list the path as strings in details', () => {
    const rejection = rejectionOf(
      { type: 'object', properties: { list: { type: 'array', items: text } } },
      { list: [{ name: 5 }] },
    )
    expect(rejection?.details).to.deep.equal([
      { path: ['list', '0', 'name'], message: 'text is expected, not a number' },
    ])
    expect(rejection?.code).to.equal('invalid_request')
  })

  it('suggest the field that was probably meant', () => {
    const schema = {
      type: 'object',
      properties: { content_type: {}, caption: {}, url: {} },
      additionalProperties: false,
    } as const
    expect(said(schema, { contentType: 1 })).to.equal('contentType: there is no such field; did you mean content_type?')
    expect(said(schema, { captoin: 1 })).to.equal('captoin: there is no such field')
    expect(said(schema, { captions: 1 })).to.equal('captions: there is no such field; did you mean caption?')
    expect(said(schema, { captiom: 1 })).to.equal('captiom: there is no such field; did you mean caption?')
    expect(said(schema, { uri: 1 })).to.equal('uri: there is no such field')
  })

  it('name a missing and an unknown field', () => {
    const schema = { type: 'object', properties: { a: {} }, required: ['a'], additionalProperties: false } as const
    expect(rejectionOf(schema, {})?.details).to.deep.equal([{ path: ['a'], message: 'it is required' }])
    expect(rejectionOf(schema, { a: 1, b: 1 })?.details).to.deep.equal([
      { path: ['b'], message: 'there is no such field' },
    ])
    expect(rejectionOf(schema, JSON.parse('{"a": 1, "__proto__": 1}'))?.details).to.deep.equal([
      { path: ['__proto__'], message: 'there is no such field' },
    ])
  })

  it('do not repeat the value', () => {
    const secret = 'sk_live_51H8xJ2eZvKYlo2C'
    const schema = {
      type: 'object',
      properties: { id: { type: 'string', format: 'uuid' }, kind: { enum: ['a', 'b'] } },
    } as const
    expect(said(schema, { id: secret })).to.equal('id: a UUID is expected')
    expect(said(schema, { kind: secret })).to.equal('kind: it must be one of a, b')
  })

  it('say a form in the words of its schema', () => {
    const post = { platform: 'bluesky', accountId, text: 'a', langs: ['EN'] }
    expect(said(postSchemas.bluesky, post)).to.equal('langs.0: A language tag such as en or pt-BR.')
  })

  it('leave it to the network which decentralized ids there are, and to the allow-list which addresses', () => {
    const { variants = {} } = operationRow('connections.start')
    const fits = (fields: object) => said(variants['bluesky'] ?? {}, { platform: 'bluesky', ...fields })
    for (const handle of [
      'did:plc:short',
      'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
      'did:web:a.example%3A8443',
      '@a.example',
    ]) {
      expect(fits({ handle }), handle).to.equal(undefined)
    }
    for (const handle of ['', 'did:key:z6Mk', 'plain', 'a..example', '@@a.example', 'a.example\n']) {
      expect(fits({ handle }), handle).to.contain('handle: A decentralized id')
    }
    expect(fits({ redirectUrl: '' })).to.equal(undefined)
  })

  it('take no uuid in another notation', () => {
    const schema = { type: 'string', format: 'uuid' } as const
    for (const id of [
      `urn:uuid:${accountId}`,
      `{${accountId}}`,
      accountId.replaceAll('-', ''),
      `${accountId}\n`,
      ` ${accountId}`,
    ]) {
      expect(said(schema, id), JSON.stringify(id)).to.equal('body: a UUID is expected')
    }
    expect(said(schema, accountId.toUpperCase())).to.equal(undefined)
  })

  it('take only days of the calendar from the year 1 on, as a database has no year 0', () => {
    const schema = { type: 'string', format: 'date' } as const
    for (const day of [
      '0000-01-01',
      '2026-02-30',
      '2026-13-01',
      '2026-00-01',
      '2026-1-1',
      '2026-01-01\n',
      '26-01-01',
    ]) {
      expect(said(schema, day), day).to.equal('body: a date as YYYY-MM-DD is expected')
    }
    for (const day of ['0001-01-01', '2028-02-29', '9999-12-31']) expect(said(schema, day), day).to.equal(undefined)
  })

  it('take only dates of the calendar with an offset', () => {
    const schema = { type: 'string', format: 'date-time' } as const
    for (const time of [
      '2026-02-30T10:00:00Z',
      '2026-02-03T10:00:00',
      '2026-02-03T10:00Z',
      '2026-02-03 10:00:00Z',
      '2026-02-03T10:00:00+01',
      '2026-02-03T10:00:00+0100',
      '2026-02-03T10:00:00Z\n',
      '2026-02-03',
      'tomorrow',
    ]) {
      expect(said(schema, time), time).to.contain('RFC 3339')
    }
    for (const time of ['2026-02-28T10:00:00+05:30', '2026-02-28t10:00:00.125z', '2028-02-29T10:00:00-00:00']) {
      expect(said(schema, time), time).to.equal(undefined)
    }
  })
})

describe('variants', () => {
  const video = (fields: object) => ({ platform: 'tiktok', accountId, music_usage_confirmed: true, ...fields })
  const file = (length: number, valid = true) => stagedFile({ encodedLength: length, validBase64: valid })

  it('word rules over several fields themselves', () => {
    expect(said(postSchemas.instagram, { platform: 'instagram', accountId })).to.equal(
      'body: Give exactly one of image and images.',
    )
    expect(said(postSchemas.tiktok, video({ video: { content_type: 'video/mp4' } }))).to.equal(
      'video: Give either base64 with its content type, or url.',
    )
    expect(
      said(postSchemas.facebook, {
        platform: 'facebook',
        accountId,
        title: 'T',
        image: { contentType: 'image/png', base64: file(8) },
      }),
    ).to.equal('title: Give exactly one of image, images, reel and video; title goes with video only.')
    expect(said(postSchemas.facebook, { platform: 'facebook', accountId, title: 'T' })).to.match(
      /^body: Give exactly one/,
    )
    expect(
      said(postSchemas.bluesky, {
        platform: 'bluesky',
        accountId,
        text: 'x',
        images: [],
        video: { url: 'https://a.example/v' },
      }),
    ).to.equal('body: Give images or video, not both.')
  })

  it('speak of the field inside the alternative that was meant', () => {
    expect(said(postSchemas.tiktok, video({ video: { content_type: 'video/avi', base64: file(8) } }))).to.equal(
      'video.content_type: it must be "video/mp4"',
    )
    expect(said(postSchemas.tiktok, video({ video: { url: 'nowhere' } }))).to.equal(
      'video.url: an absolute URL is expected',
    )
  })

  it('name a field that no alternative has', () => {
    const x = (item: object) => ({ platform: 'x', accountId, text: 'T', media: [item] })
    expect(said(postSchemas.x, x({ content_type: 'image/png', base64: file(8), altText: 'A bell' }))).to.equal(
      'media.0.altText: there is no such field',
    )
    expect(said(postSchemas.tiktok, video({ video: { contentType: 'video/mp4', base64: file(8) } }))).to.equal(
      'video.contentType: there is no such field; did you mean content_type?',
    )
    expect(said(postSchemas.instagram, { platform: 'instagram', accountId, imagge: {} })).to.equal(
      'imagge: there is no such field; did you mean image?',
    )
    expect(
      said(postSchemas.tiktok, video({ video: { url: 'https://a.example/v', content_type: 'video/mp4' } })),
    ).to.equal('video: Give either base64 with its content type, or url.')
    for (const item of [null, [], 'x']) {
      expect(said(postSchemas.tiktok, video({ video: item }))).to.equal(
        'video: Give either base64 with its content type, or url.',
      )
    }
  })

  it('check a staged file by the length it had as base64', () => {
    expect(
      said(postSchemas.tiktok, video({ video: { content_type: 'video/mp4', base64: file(89_478_488) } })),
    ).to.equal(undefined)
    expect(
      said(postSchemas.tiktok, video({ video: { content_type: 'video/mp4', base64: file(89_478_489) } })),
    ).to.equal('video.base64: 89478489 characters of base64, at most 89478488 are allowed')
    expect(said(postSchemas.tiktok, video({ video: { content_type: 'video/mp4', base64: file(3) } }))).to.contain(
      'at least 4',
    )
  })

  it('report the limit that a staged file exceeds or misses, and its length', () => {
    for (const [actual, limit] of [
      [89_478_489, 89_478_488],
      [3, 4],
    ] as const) {
      const body = video({ video: { content_type: 'video/mp4', base64: file(actual) } })
      expect(rejectionOf(postSchemas.tiktok, body)?.bounds).to.deep.equal([{ limit, actual }])
    }
  })

  it('reject text and look-alikes in the place of a staged file', () => {
    const forged = { id: 'x', bytes: 3, encodedLength: 4, validBase64: true, sha256: '', sniffed: null }
    for (const base64 of ['AAAA', 5, null, [], forged, Object.assign(Object.create(null), forged)]) {
      expect(said(postSchemas.tiktok, video({ video: { content_type: 'video/mp4', base64 } }))).to.equal(
        'video.base64: base64 text is expected',
      )
    }
  })

  it('give text that is not base64 the code of its network', () => {
    const rejection = rejectionOf(postSchemas.x, {
      platform: 'x',
      accountId,
      text: 'T',
      media: [{ content_type: 'image/png', base64: file(8, false) }],
    })
    expect(rejection?.code).to.equal('invalid_media')
    expect(rejection?.details).to.deep.equal([{ path: ['media', '0', 'base64'], message: 'this is not base64 text' }])
  })

  it('do not write defaults into the body', () => {
    const body = video({ photos: [{ content_type: 'image/png', base64: file(8) }] })
    expect(rejectionOf(postSchemas.tiktok, body)).to.equal(null)
    expect(body).not.to.have.property('post_mode')
  })
})

describe('a change of nothing', () => {
  const changes = operationIds.filter((id) => operationRow(id).method === 'patch')
  for (const id of changes) {
    it(`is rejected: ${id}`, () => {
      const { body, variants = {} } = operationRow(id)
      if (body) expect(rejectionOf(body, {})?.code).to.equal('invalid_request')
      for (const [platform, variant] of Object.entries(variants)) {
        expect(rejectionOf(variant, { platform, accountId })?.code, platform).to.equal('invalid_request')
      }
      expect(body === undefined && Object.keys(variants).length === 0).to.equal(false)
    })
  }
})
