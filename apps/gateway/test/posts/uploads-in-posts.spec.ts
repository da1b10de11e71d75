import { randomUUID } from 'node:crypto'
import { setCard } from '@carillon/service'
import { expect } from 'chai'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const uploadType = 'application/vnd.carillon.upload'
const factsType = 'application/vnd.carillon.facts+json'

interface Problem {
  code: string
  path: string[]
}

describe('uploads in posts', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLISH_WAIT_MS: '0', PUBLIC_URL: 'https://carillon.example' } })
    await setCard(gateway.installation.context, { organizationId: gateway.installation.organizationId, onFile: true })
  })
  after(() => gateway.close())

  async function upload(
    file: Buffer,
    {
      sent = file.length,
      filetype = 'image/png',
      authorization,
    }: {
      sent?: number
      filetype?: string
      authorization?: string
    } = {},
  ): Promise<string> {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(file.length),
      'Upload-Metadata': `filetype ${Buffer.from(filetype).toString('base64')}`,
    }
    const options = authorization === undefined ? {} : { authorization }
    const created = await gateway.ask('POST', '/api/v1/uploads', { headers, ...options })
    const path = created.headers.get('location') ?? ''
    await gateway.ask('PATCH', path, {
      body: new Uint8Array(file.subarray(0, sent)),
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
      ...options,
    })
    return path.split('/').at(-1) ?? ''
  }

  type Target = 'instagram' | 'facebook' | 'x' | 'bluesky'
  const routing = (platform: Target) => ({ platform, accountId: gateway.installation.accounts[platform] })

  function formOf(
    platform: Target,
    text: Record<string, string>,
    parts: readonly [name: string, type: string, content: string][],
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...routing(platform), ...text })) form.append(name, value)
    for (const [name, type, content] of parts) form.append(name, new Blob([content], { type }), 'file')
    return form
  }

  /** More text fields than a form may have. */
  const manyFields = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`field${index}`, 'a']))

  function withFirst(form: FormData, [name, type, content]: readonly [name: string, type: string, content: string]) {
    const whole = new FormData()
    whole.append(name, new Blob([content], { type }), 'file')
    for (const [field, value] of form) whole.append(field, value)
    return whole
  }

  const post = (options: Ask) => gateway.ask('POST', '/api/v1/posts', options)
  const validate = (options: Ask) => gateway.ask('POST', '/api/v1/posts/validate', options)
  const urlOf = (id: string) => `https://carillon.example/api/v1/uploads/${id}`
  const files = async () => (await gateway.installation.files()).length

  const problemsOf = (body: Record<string, unknown>) =>
    (body['problems'] as Problem[]).map(({ code, path }) => `${code} ${path.join('.')}`.trim())

  /** The files that publishes own. */
  async function owned(): Promise<string[]> {
    const rows = await gateway.installation.context.db.kysely.selectFrom('mediaFile').select('id').execute()
    return rows.map(({ id }) => id)
  }

  it('are published on several networks, each with a file of its own, by form and by URL', async () => {
    const id = await upload(png)
    const before = await files()
    const form = formOf('facebook', { message: 'Hello' }, [['image', uploadType, id]])
    const byForm = await post({ body: form })
    expect([byForm.status, byForm.text]).to.deep.include(202)
    const byUrl = await post({ json: { ...routing('x'), text: 'Hello', media: [{ url: urlOf(id) }] } })
    expect([byUrl.status, byUrl.text]).to.deep.include(202)
    expect(await files()).to.equal(before + 2)
    expect(new Set(await owned()).size).to.equal(2)
    const media = [byForm, byUrl].map(({ body }) => (body['media'] as { kind: string; bytes: number }[])[0])
    for (const one of media) expect(one).to.include({ kind: 'image', bytes: png.length })
    await gateway.ask('DELETE', `/api/v1/uploads/${id}`, { headers: { 'Tus-Resumable': '1.0.0' } })
    expect(await files()).to.equal(before + 1)
  })

  it('are used by a URL with another host name of the gateway; unknown ones are fetched as other URLs are', async () => {
    const id = await upload(png)
    const withUrl = (url: string) => post({ json: { ...routing('x'), text: 'Hello', media: [{ url }] } })
    for (const origin of ['http://localhost:8080', 'https://Carillon.example', 'https://internal.example']) {
      const { status, body, text } = await withUrl(`${origin}/api/v1/uploads/${id}`)
      expect([status, text]).to.deep.include(202)
      expect((body['media'] as { bytes: number }[])[0]).to.include({ bytes: png.length })
    }
    const unknown = await withUrl(`https://carillon.example/api/v1/uploads/${randomUUID()}`)
    expect([unknown.status, unknown.text]).to.deep.include(404)
    const inside = await withUrl(`http://localhost:8080/api/v1/uploads/${randomUUID()}`)
    expect([inside.status, inside.body.error.code]).to.deep.equal([404, unknown.body.error.code])
    const elsewhere = await withUrl(`https://cdn.example/api/v1/uploads/${randomUUID()}`)
    expect((elsewhere.body['media'] as { bytes: null }[])[0]).to.include({ bytes: null })
  })

  it('keep alternative texts and their order beside them', async () => {
    const ids = [await upload(png), await upload(png)]
    const form = formOf(
      'instagram',
      { altText: JSON.stringify(['One', 'Two']) },
      ids.map((id) => ['images', uploadType, id]),
    )
    const { status, body } = await post({ body: form })
    expect(status, JSON.stringify(body)).to.equal(202)
    const { payload } = await gateway.installation.context.db.kysely
      .selectFrom('externalWrite')
      .select('payload')
      .where('id', '=', String(body['publishId']))
      .executeTakeFirstOrThrow()
    const images = payload['images'] as { altText: string }[]
    expect(images.map(({ altText }) => altText)).to.deep.equal(['One', 'Two'])
  })

  it('are validated where they are, and stay', async () => {
    const id = await upload(Buffer.from('no image at all'))
    const before = await files()
    const byForm = await validate({ body: formOf('facebook', {}, [['image', uploadType, id]]) })
    expect([byForm.status, problemsOf(byForm.body)[0]]).to.deep.equal([200, 'invalid_image image'])
    const byUrl = await validate({ json: { ...routing('x'), text: 'a', media: [{ url: urlOf(id) }] } })
    expect([byUrl.status, problemsOf(byUrl.body)]).to.deep.equal([200, ['invalid_media media.0']])
    expect(await files()).to.equal(before)
  })

  it('are rejected while they are incomplete; a validation goes by what was announced', async () => {
    const id = await upload(png, { sent: 20 })
    const rejected = [
      await post({ body: formOf('facebook', {}, [['image', uploadType, id]]) }),
      await post({ json: { ...routing('x'), text: 'a', media: [{ url: urlOf(id) }] } }),
    ]
    for (const { status, body } of rejected) {
      expect([status, body.error.code]).to.deep.equal([409, 'upload_incomplete'])
    }
    const { body } = await validate({ json: { ...routing('x'), text: 'a', media: [{ url: urlOf(id) }] } })
    expect(problemsOf(body)).not.to.include('invalid_media media.0')
    const open = (body['unchecked'] as { path: string[]; property: string }[]).map(({ property }) => property)
    expect(open).to.deep.equal(['content', 'width', 'height', 'conversions'])
    const wrong = await upload(png, { sent: 20, filetype: 'application/pdf' })
    const other = await validate({ json: { ...routing('x'), text: 'a', media: [{ url: urlOf(wrong) }] } })
    expect(problemsOf(other.body)).to.deep.equal(['invalid_media media.0'])
  })

  it('of an unknown type are validated and published by form as by URL', async () => {
    const begun = await upload(png, { sent: 20, filetype: '' })
    const form = formOf('facebook', { message: 'Hello' }, [['image', uploadType, begun]])
    const { body } = await validate({ body: form })
    expect(problemsOf(body).join()).not.to.contain('image')
    expect(body['unchecked']).to.deep.include({ path: ['image'], property: 'contentType' })
    expect(body['media']).to.have.nested.property('[0].contentType', null)
    const page = await upload(Buffer.from('%PDF-1.7 not an image'), { filetype: '' })
    const rejected = await post({ body: formOf('facebook', { message: 'Hello' }, [['image', uploadType, page]]) })
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([422, 'invalid_image'])
    expect(rejected.body.error.message).to.contain('image: is not a supported media type')
  })

  it('are of one organization', async () => {
    const id = await upload(png, { authorization: `Bearer ${gateway.installation.foreign.key}` })
    for (const each of [id, randomUUID()]) {
      const replies = [
        await post({ body: formOf('facebook', {}, [['image', uploadType, each]]) }),
        await post({ json: { ...routing('x'), text: 'a', media: [{ url: urlOf(each) }] } }),
      ]
      for (const { status, body } of replies) expect([status, body.error.code]).to.deep.equal([404, 'upload_not_found'])
    }
  })

  it('stay as they are when the rest of their form is rejected', async () => {
    const id = await upload(png)
    const before = await files()
    const form = formOf('facebook', manyFields, [])
    const rejected = await post({ body: withFirst(form, ['image', uploadType, id]) })
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([400, 'invalid_request'])
    expect(await files()).to.equal(before)
    const used = await post({ body: formOf('facebook', { message: 'Hello' }, [['image', uploadType, id]]) })
    expect(used.status, used.text).to.equal(202)
  })

  describe('made of the files of a publish', () => {
    const ofPublish = (publishId: unknown, options: { path?: string; bytes?: number; authorization?: string } = {}) => {
      const { path = 'image', bytes = png.length, ...rest } = options
      const metadata = Object.entries({ publish: String(publishId), path }).map(
        ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
      )
      const headers = {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(bytes),
        'Upload-Metadata': metadata.join(','),
      }
      return gateway.ask('POST', '/api/v1/uploads', { headers, ...rest })
    }
    const publish = async () => {
      const { body } = await post({ body: formOf('facebook', {}, [['image', uploadType, await upload(png)]]) })
      return body
    }

    it('are complete at once and published again', async () => {
      const { publishId, media } = await publish()
      expect((media as { path: string[] }[]).map(({ path }) => path)).to.deep.equal([['image']])
      const { status, headers, text } = await ofPublish(publishId)
      expect(status, text).to.equal(201)
      expect(headers.get('upload-offset')).to.equal(String(png.length))
      const id = headers.get('location')?.split('/').at(-1) ?? ''
      const { body } = await gateway.ask('GET', `/api/v1/uploads/${id}`)
      expect(body).to.include({ status: 'complete', received: png.length, contentType: 'image/png', width: 1 })
      const again = await post({ body: formOf('facebook', {}, [['image', uploadType, id]]) })
      expect(again.status, again.text).to.equal(202)
    })

    it('are not those of others, of another size, or of files that are gone', async () => {
      const { publishId } = await publish()
      const before = await files()
      const codes = async (reply: ReturnType<typeof ofPublish>) => {
        const { status, body } = await reply
        return [status, body.error.code]
      }
      const { foreign } = gateway.installation
      expect(await codes(ofPublish(publishId, { authorization: `Bearer ${foreign.key}` }))).to.deep.equal([
        404,
        'post_not_found',
      ])
      expect(await codes(ofPublish(randomUUID()))).to.deep.equal([404, 'post_not_found'])
      expect(await codes(ofPublish('no id'))).to.deep.equal([404, 'post_not_found'])
      expect(await codes(ofPublish(publishId, { path: 'image.0' }))).to.deep.equal([404, 'upload_not_found'])
      expect(await codes(ofPublish(publishId, { path: '' }))).to.deep.equal([400, 'invalid_request'])
      expect(await codes(ofPublish(publishId, { bytes: 5 }))).to.deep.equal([400, 'invalid_request'])
      const { db, media } = gateway.installation.context
      const { rows } = await gateway.installation.context.pool.query('select id from media_file where write_id = $1', [
        publishId,
      ])
      await media.remove(rows[0].id)
      expect(await codes(ofPublish(publishId))).to.deep.equal([404, 'upload_not_found'])
      expect(await files()).to.equal(before - 1)
      const { id } = await db.kysely.selectFrom('upload').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect((await gateway.ask('GET', `/api/v1/uploads/${id}`)).body).to.include({ status: 'complete' })
    })
  })

  describe('facts in their place', () => {
    const check = (facts: object, field = 'reel') =>
      validate({ body: formOf('facebook', {}, [[field, factsType, JSON.stringify(facts)]]) })

    it('decide what they can, and the rest is listed', async () => {
      const wide = await check({ contentType: 'video/mp4', bytes: 2e9, width: 1920, height: 1080, durationMs: 100_000 })
      expect(problemsOf(wide.body).filter((each) => each.startsWith('invalid_video'))).to.deep.equal([
        'invalid_video reel',
        'invalid_video reel',
      ])
      expect(wide.text).to.contain('90 s')
      const fitting = await check({ contentType: 'video/mp4', bytes: 2e9, width: 1080, height: 1920 })
      expect(problemsOf(fitting.body).join()).not.to.contain('invalid_video')
      expect(fitting.body['unchecked']).to.deep.equal([
        { path: ['reel'], property: 'content' },
        { path: ['reel'], property: 'durationSeconds' },
        { path: ['reel'], property: 'frameRate' },
      ])
      expect(fitting.body['media']).to.deep.equal([
        {
          path: ['reel'],
          contentType: 'video/mp4',
          bytes: 2e9,
          width: 1080,
          height: 1920,
          durationSeconds: null,
          conversions: [],
        },
      ])
    })

    it('are not those of a file that no upload takes', async () => {
      const facts = { contentType: 'video/mp4', width: 1080, height: 1920 }
      const [fitting, large] = [
        await check({ ...facts, bytes: 4e9 }, 'video'),
        await check({ ...facts, bytes: 4e9 + 1 }, 'video'),
      ]
      expect(problemsOf(fitting.body).join()).not.to.contain('invalid_video')
      expect(problemsOf(large.body)).to.include('invalid_video video')
    })

    it('count sizes of 0 as unknown, and know how large a WebP may be', async () => {
      const none = await check({ contentType: 'image/png', bytes: 5, width: 0, height: 0 }, 'image')
      expect(none.body['media']).to.have.nested.property('[0].width', null)
      expect(none.body['unchecked']).to.deep.include({ path: ['image'], property: 'width' })
      const large = await check({ contentType: 'image/webp', bytes: 5, width: 6_000, height: 5_000 }, 'image')
      expect(problemsOf(large.body)).to.include('invalid_image image')
      expect(large.text).to.contain('at most 24 megapixels')
    })

    it('do not end the process when the rest of their form is rejected', async () => {
      const facts = JSON.stringify({ contentType: 'image/png', bytes: 1 })
      const rejected = await validate({
        body: withFirst(formOf('facebook', manyFields, []), ['image', factsType, facts]),
      })
      expect([rejected.status, rejected.body.error.code]).to.deep.equal([400, 'invalid_request'])
      expect((await gateway.ask('GET', '/healthz', { authorization: null })).status).to.equal(200)
    })

    it('are taken for a validation only, and have to be facts', async () => {
      const facts = JSON.stringify({ contentType: 'image/png', bytes: 5 })
      const published = await post({ body: formOf('facebook', {}, [['image', factsType, facts]]) })
      expect([published.status, published.body.error.code]).to.deep.equal([400, 'invalid_request'])
      for (const wrong of [
        {},
        { contentType: 'image/png', bytes: 'many' },
        { contentType: 'a', bytes: 1, width: -1 },
        { contentType: 'image/png', bytes: 1.5 },
      ]) {
        expect((await check(wrong, 'image')).status, JSON.stringify(wrong)).to.equal(400)
      }
      const long = await check({ contentType: 'a'.repeat(5_000), bytes: 1 }, 'image')
      expect(long.status).to.equal(413)
    })
  })
})
