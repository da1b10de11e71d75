import { uploadTargets } from '@carillon/contract'
import { type JSONSchema, postSchemas } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { keyedLimits, limitMemory } from '../../src/connection/body-memory.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

type Platform = keyof typeof postSchemas

/** Values of strings that are not any text, keyed by their field. */
const special: Readonly<Record<string, string>> = {
  base64: 'AAAA',
  category_id: '9'.repeat(20),
  publish_at: '2026-12-24T18:00:00Z',
  langs: `en${'-abcdefgh'.repeat(10)}`,
  url: `https://example.com/${'x'.repeat(4096)}`.slice(0, 4096),
}

/** The characters that take up most bytes: four in UTF-8, twelve as escapes. */
const text = (length: number) => '😀'.repeat(length)

function textOf(schema: Exclude<JSONSchema, boolean>, name: string): string {
  const value = special[name] ?? text(schema.maxLength ?? Number.NaN)
  expect([...value].length, name).to.be.at.most(schema.maxLength ?? 0)
  return value
}

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0
const largest = (values: readonly unknown[]) => values.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]

/** A value of the schema with as many and as long texts as it allows; media are as short as they can be. */
function fullest(schema: JSONSchema, name = ''): unknown {
  if (typeof schema !== 'object') return null
  const { oneOf = [], properties, items, maxItems = 0 } = schema
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'string') return textOf(schema, name)
  if (items !== undefined) return Array.from({ length: maxItems }, () => fullest(items as JSONSchema, name))
  if (properties === undefined) return largest(oneOf.map((each) => fullest(each, name)))
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => key !== 'accountId' && key !== 'profileId')
      .map(([key, part]) => [key, fullest(part, key)]),
  )
}

/** The fields that have to be left out, so that each of these sets is a post: its media in one of the ways. */
const excluded: Record<Platform, readonly (readonly string[])[]> = {
  instagram: [['image']],
  facebook: [
    ['image', 'reel', 'video', 'title'],
    ['image', 'images', 'reel'],
  ],
  tiktok: [['video'], ['photos']],
  youtube: [[]],
  x: [[]],
  bluesky: [['video'], ['images']],
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, child]) => [name, without(child, names)]),
  )
}

/** JSON in which every character of every string and key is an escape. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const units = Buffer.from(literal.slice(1, -1), 'utf16le').swap16().toString('hex')
    return `"${units.replace(/..../g, '\\u$&')}"`
  })

const names = Object.keys(postSchemas) as Platform[]

describe('the fullest posts that the schemas allow are received', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  beforeEach(() => {
    gateway.calls.length = 0
  })
  after(() => gateway.close())

  const received = () => (gateway.calls.at(-1)?.input ?? {}) as { body: { post?: object } }
  const addressed = (platform: Platform, post: unknown): object => ({
    ...Object(post),
    accountId: gateway.installation.accounts[platform],
  })

  for (const platform of names) {
    const posts = excluded[platform].map((out) => without(fullest(postSchemas[platform]), out))

    for (const [written, write] of [
      ['as it is', JSON.stringify],
      ['with every character escaped', escaped],
    ] as const) {
      it(`${platform}, JSON ${written}`, async () => {
        for (const post of posts) {
          const sent = addressed(platform, post)
          const whole = write(sent)
          const publishAt = write({ publishAt: new Date(Date.now() + 3_600_000).toISOString() }).slice(1, -1)
          for (const [path, body] of [
            ['/posts', whole],
            ['/posts/validate', whole],
            ['/schedules', `{${publishAt},${write('post')}:${whole}}`],
          ] as const) {
            const headers = { 'content-type': 'application/json' }
            const reply = await gateway.ask('POST', `/api/v1${path}`, { body, headers })
            expect(reply.status, `${path} ${reply.text.slice(0, 200)}`).to.equal(200)
          }
          expect(sizeOf(received().body.post)).to.be.at.least(sizeOf(sent))
        }
      })
    }
  }

  for (const platform of ['instagram', 'facebook', 'tiktok'] as const) {
    it(`${platform}, as a form`, async () => {
      const targets = uploadTargets(postSchemas[platform])
      const field = (value: unknown) => (typeof value === 'object' ? escaped(value) : String(value))
      for (const post of excluded[platform].map((out) => without(fullest(postSchemas[platform]), out))) {
        const form = new FormData()
        const sent = addressed(platform, post)
        for (const [name, value] of Object.entries(sent)) {
          const target = targets[name]
          if (target === undefined) form.append(name, field(value))
          else {
            const items = [value].flat() as Record<string, unknown>[]
            for (const _item of items) form.append(name, new Blob(['...'], { type: target.types[0] ?? '' }), 'file')
            for (const extra of Object.keys(target.extras)) form.append(extra, field(items.map((item) => item[extra])))
          }
        }
        const reply = await gateway.ask('POST', '/api/v1/posts', { body: form })
        expect(reply.status, reply.text.slice(0, 300)).to.equal(200)
        const texts = (body: unknown) => sizeOf(without(body, ['base64', 'url', 'content_type', 'contentType']))
        expect(texts(received().body)).to.equal(texts(sent))
      }
    })
  }

  it('but not longer texts, nor so many that the memory for them is used up', async () => {
    const posts = (body: string) => ({ body, headers: { 'content-type': 'application/json' } })
    const many = escaped({ ...addressed('x', fullest(postSchemas.x)), more: text(200_000) })
    expect((await gateway.ask('POST', '/api/v1/posts', posts(many))).status).to.equal(413)
    const memory = limitMemory(keyedLimits)
    const mebi = 1024 * 1024
    const opened = Array.from({ length: 6 }, () => memory.open('one'))
    for (const { reserve } of opened.slice(0, 5)) for (const size of [mebi, 5 * mebi, 11 * mebi]) reserve(size)
    expect(() => opened[5]?.reserve(11 * mebi))
      .to.throw(ServiceError)
      .with.property('code', 'temporarily_unavailable')
    expect(() => memory.open('one').reserve(64 * 1024), 'what every body may have').to.not.throw()
    const other = memory.open('other')
    other.reserve(11 * mebi)
    for (const { release } of opened) release()
    memory.open('one').reserve(64 * mebi)
    expect(() => memory.open('third').reserve(64 * mebi)).to.throw(ServiceError)
  })
})
