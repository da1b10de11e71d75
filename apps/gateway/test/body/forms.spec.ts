import { rm } from 'node:fs/promises'
import { uploadLimits } from '@carillon/contract'
import { postSchemas } from '@carillon/domain'
import { expect } from 'chai'

import { type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

type Part = [name: string, value: string | { type: string; bytes: number; head?: readonly number[] }]

function formOf(parts: readonly Part[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else {
      const bytes = Uint8Array.from({ length: value.bytes }, (_, index) => value.head?.[index] ?? 0)
      form.append(name, new Blob([bytes], { type: value.type }), '../../etc/passwd')
    }
  }
  return form
}

const jpeg = { type: 'image/jpeg', bytes: 30 }
const mp4 = { type: 'video/mp4', bytes: 30 }

describe('forms', () => {
  let gateway: TestGateway
  let instagram: Part[] = []
  let tiktok: Part[] = []
  let facebook: Part[] = []
  before(async () => {
    gateway = await startGateway()
    const { accounts } = gateway.installation
    const named = (platform: keyof typeof accounts): Part[] => [
      ['platform', platform],
      ['accountId', accounts[platform]],
    ]
    instagram = named('instagram')
    tiktok = [...named('tiktok'), ['music_usage_confirmed', 'true']]
    facebook = named('facebook')
  })
  beforeEach(async () => {
    gateway.calls.length = 0
    await rm(gateway.installation.context.config.media.dir, { recursive: true, force: true })
  })
  after(() => gateway.close())

  const send = (parts: readonly Part[]): Promise<Reply> => gateway.ask('POST', '/api/v1/posts', { body: formOf(parts) })

  async function bodyOf(parts: readonly Part[]): Promise<Record<string, unknown>> {
    const reply = await send(parts)
    expect(reply.status, reply.text).to.equal(200)
    const { body } = (gateway.calls.at(-1)?.input ?? {}) as { body: Record<string, unknown> }
    return body
  }

  async function rejection(parts: readonly Part[]): Promise<{ status: number; code: string; message: string }> {
    const { status, body } = await send(parts)
    return { status, code: body.error?.code, message: body.error?.message }
  }

  it('become the JSON body of their platform, text typed by its schema', async () => {
    const body = await bodyOf([
      ...tiktok,
      ['cover_timestamp', '1500'],
      ['disable_duet', 'false'],
      ['tiktok_title', '42'],
      ['video', mp4],
    ])
    expect(body).to.deep.include({
      music_usage_confirmed: true,
      cover_timestamp: 1500,
      disable_duet: false,
      tiktok_title: '42',
    })
    expect(body['video']).to.deep.include({ content_type: 'video/mp4' })
    expect((body['video'] as { base64: object }).base64).to.deep.include({
      bytes: 30,
      encodedLength: 40,
      validBase64: true,
    })
  })

  it('put one image and several where the variant has them', async () => {
    expect(await bodyOf([...instagram, ['photos[]', jpeg]])).to.have.nested.property('image.contentType', 'image/jpeg')
    expect(await bodyOf([...instagram, ['photos[]', jpeg], ['photos', jpeg], ['image', jpeg]]))
      .to.have.property('images')
      .with.length(3)
    expect(await bodyOf([...tiktok, ['photos[]', jpeg]]))
      .to.have.property('photos')
      .with.length(1)
    expect(await bodyOf([...facebook, ['images[]', jpeg], ['images[]', jpeg]]))
      .to.have.property('images')
      .with.length(2)
    expect(await bodyOf([...facebook, ['reel', mp4], ['message', 'Hi']])).to.have.nested.property(
      'reel.contentType',
      'video/mp4',
    )
  })

  it('go by the bytes where the client does not know what it sends', async () => {
    const head = [0xff, 0xd8, 0xff, 0xe0]
    for (const type of ['application/octet-stream', '']) {
      const body = await bodyOf([...instagram, ['image', { type, bytes: 30, head }]])
      expect(body, type).to.have.nested.property('image.contentType', 'image/jpeg')
    }
    const said = await bodyOf([...instagram, ['image', { type: 'image/png', bytes: 30, head }]])
    expect(said).to.have.nested.property('image.contentType', 'image/png')
    expect(await rejection([...instagram, ['image', { type: 'application/octet-stream', bytes: 30 }]])).to.include({
      status: 400,
    })
  })

  it('take lists as repeated fields and as JSON', async () => {
    for (const list of [
      [
        ['collaborators', 'a'],
        ['collaborators', 'b'],
      ],
      [
        ['collaborators[]', 'a'],
        ['collaborators[]', 'b'],
      ],
      [['collaborators', '["a","b"]']],
    ] as Part[][]) {
      expect((await bodyOf([...instagram, ...list, ['image', jpeg]]))['collaborators']).to.deep.equal(['a', 'b'])
    }
    expect((await bodyOf([...instagram, ['collaborators', 'a'], ['image', jpeg]]))['collaborators']).to.deep.equal([
      'a',
    ])
  })

  it('give details to the files in their order', async () => {
    const tags = [{ username: 'ann', x: 0.5, y: 0.25 }]
    const one = await bodyOf([...instagram, ['image', jpeg], ['altText', 'A cat'], ['userTags', JSON.stringify(tags)]])
    expect(one['image']).to.deep.include({ altText: 'A cat', userTags: tags })
    const two = await bodyOf([
      ...instagram,
      ['photos[]', jpeg],
      ['photos[]', jpeg],
      ['altText', '[null,"A dog"]'],
      ['userTags', JSON.stringify([tags])],
    ])
    const [first, second] = two['images'] as Record<string, unknown>[]
    expect(first).to.deep.include({ userTags: tags }).and.not.to.have.property('altText')
    expect(second).to.deep.include({ altText: 'A dog' }).and.not.to.have.property('userTags')
  })

  it('are rejected by the platform before anything else of them is looked at', async () => {
    const parts: Part[] = [
      ['accountId', gateway.installation.accounts.tiktok],
      ['nonsense', '1'],
      ['video', mp4],
    ]
    expect(await rejection([['platform', 'x'], ...parts])).to.include({ status: 422, code: 'unsupported_platform' })
    expect(await rejection([['platform', 'whatsapp'], ...parts])).to.include({
      status: 422,
      code: 'unsupported_platform',
    })
    expect(await rejection([['platform', 'tiktok'], ['async_upload', 'false'], ...parts])).to.include({
      status: 422,
      code: 'unsupported_feature',
    })
    expect(await rejection(parts)).to.include({ status: 400, message: 'platform: it is required' })
    expect(
      await rejection([
        ['platform', 'tiktok'],
        ['accountId', 'x'],
      ]),
    ).to.include({ status: 400, message: 'accountId: a UUID is expected' })
    expect(await gateway.installation.files()).to.deep.equal([])
    expect(gateway.slots.open).to.equal(0)
  })

  it("are held to the variant's rules", async () => {
    expect(await rejection([...tiktok, ['colour', 'red'], ['video', mp4]])).to.include({
      status: 400,
      message: 'colour: there is no such field',
    })
    expect(await rejection([...tiktok, ['cover_timestamp', 'soon'], ['video', mp4]])).to.include({
      status: 400,
      message: 'cover_timestamp: a whole number is expected, not text',
    })
    expect(await rejection([...tiktok, ['video', jpeg]])).to.include({
      status: 400,
      message: 'video.content_type: it must be "video/mp4"',
    })
    expect(await rejection([...tiktok])).to.include({
      status: 400,
      message: 'body: Give exactly one of video and photos.',
    })
    expect(await rejection([...tiktok, ['video', { type: 'video/mp4', bytes: 0 }]])).to.include({
      status: 400,
      message: 'video: the file is empty',
    })
    const image = { type: 'image/jpeg', bytes: 4_194_307 }
    expect(await rejection([...facebook, ['photos[]', jpeg], ['photos[]', image]])).to.include({
      status: 400,
      message: 'photos: a file of 4194307 bytes, at most 4194306 are allowed',
    })
    expect(await rejection([...tiktok, ['video', mp4], ['video', mp4]])).to.include({
      status: 400,
      message: 'video: 2 files, at most 1 is allowed',
    })
    expect(await rejection([...instagram, ['video', mp4]])).to.include({
      status: 400,
      message: 'video: there is no such file field here',
    })
    expect(await rejection([...instagram, ['avatar', jpeg], ['image', jpeg]])).to.include({
      status: 400,
      message: 'avatar: there is no such file field here',
    })
    expect(await gateway.installation.files()).to.deep.equal([])
  })

  it('cannot forge a file out of text', async () => {
    const forged = JSON.stringify({
      content_type: 'video/mp4',
      base64: { id: 'x', encodedLength: 40, validBase64: true },
    })
    expect(await rejection([...tiktok, ['video', forged]])).to.include({
      status: 400,
      message: 'video.base64: base64 text is expected',
    })
    expect(await rejection([...tiktok, ['video[content_type]', 'video/mp4'], ['video[base64]', 'AAAA']])).to.include({
      status: 400,
    })
    expect(await rejection([...tiktok, ['__proto__[video]', 'x'], ['video', mp4]])).to.include({ status: 400 })
  })

  it('are rejected where they cannot be read', async () => {
    const raw = (body: string, boundary = 'B') =>
      gateway.ask('POST', '/api/v1/posts', {
        body,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
    const part = '--B\r\ncontent-disposition: form-data; name="platform"\r\n\r\nx'
    for (const body of ['', 'nonsense', part, `${part}\r\n--B`]) {
      const reply = await raw(body)
      expect([reply.status, reply.body.error?.code], JSON.stringify(body)).to.deep.equal([400, 'invalid_request'])
    }
    const missing = await gateway.ask('POST', '/api/v1/posts', {
      body: part,
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect(missing.status).to.equal(400)
  })

  it('may have so many fields, parts, files and texts', async () => {
    const { fieldBytes, textBytes } = uploadLimits([postSchemas.instagram, postSchemas.facebook, postSchemas.tiktok])
    expect([fieldBytes, textBytes].map((bytes) => Math.round(bytes / 1024))).to.deep.equal([533, 1643])
    const many = (count: number, part: Part) => Array.from({ length: count }, () => part)
    for (const [parts, status, message] of [
      [many(65, ['tag', 'x']), 400, 'The form is not valid: it has more than 64 fields.'],
      [many(36, ['photos[]', jpeg]), 400, 'The form is not valid: it has more than 35 files.'],
      [
        [['tiktok_title', 'x'.repeat(fieldBytes + 1)]],
        413,
        `tiktok_title: the field is longer than ${fieldBytes} bytes.`,
      ],
      [[['x'.repeat(101), 'x']], 400, 'The form is not valid: the name of a field is longer than 100 bytes.'],
      [[['tags[1]', 'x']], 400, 'tags[1]: a name with an index or a key is not taken; repeat the field for a list'],
      [[['a[b][c]', 'x']], 400, 'a[b][c]: a name with an index or a key is not taken; repeat the field for a list'],
    ] as [Part[], number, string][]) {
      const rejected = await rejection([...tiktok, ...parts, ['video', mp4]])
      expect(rejected).to.include({ status })
      expect(rejected.message.startsWith(message), rejected.message).to.equal(true)
    }
    expect(await gateway.installation.files()).to.deep.equal([])
    const texts = await rejection([...tiktok, ...many(4, ['tag', 'x'.repeat(fieldBytes)])])
    expect(texts).to.include({ status: 413 })
    expect(texts.message).to.equal(`The form is too large: its text fields have more than ${textBytes} bytes.`)
  })
})
