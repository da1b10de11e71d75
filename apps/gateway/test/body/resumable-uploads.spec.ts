import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Installation, openInstallation } from '../installation.ts'
import { openRaw } from '../raw.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')
const quota = 10_000_000

describe('resumable uploads', () => {
  let installation: Installation
  let gateway: TestGateway
  /** Another process on the same database and media store. */
  let other: TestGateway
  before(async () => {
    installation = await openInstallation({ UPLOAD_BYTES_PER_ORGANIZATION: String(quota) })
    gateway = await startGateway({ installation, real: true })
    other = await startGateway({ installation, real: true })
  })
  after(async () => {
    await gateway.close()
    await other.close()
    await installation.close()
  })
  afterEach(async () => {
    for (const { id } of await installation.context.db.kysely.selectFrom('upload').select('id').execute()) {
      await tus('DELETE', `/api/v1/uploads/${id}`)
    }
    expect(await installation.files()).to.deep.equal([])
  })

  const tus = (method: string, path: string, { headers, ...options }: Ask = {}, on = gateway) =>
    on.ask(method, path, { ...options, headers: { 'Tus-Resumable': '1.0.0', ...headers } })

  async function create(bytes: number, metadata = `filename ${encode('clip.mp4')},filetype ${encode('video/mp4')}`) {
    const { status, headers } = await tus('POST', '/api/v1/uploads', {
      headers: { 'Upload-Length': String(bytes), 'Upload-Metadata': metadata },
    })
    expect(status).to.equal(201)
    expect(Date.parse(headers.get('upload-expires') ?? '')).to.be.greaterThan(Date.now())
    return headers.get('location') ?? ''
  }

  const append = (path: string, offset: number, body: Buffer, headers: Record<string, string> = {}, on = gateway) =>
    tus(
      'PATCH',
      path,
      {
        body: new Uint8Array(body),
        headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers },
      },
      on,
    )

  const read = async (path: string) => (await gateway.ask('GET', path)).body

  const offsetOf = async (path: string) => {
    const { headers } = await tus('HEAD', path)
    return Number(headers.get('upload-offset'))
  }

  it('are sent in pieces, to any gateway, and are whole at the end', async () => {
    const file = randomBytes(700_000)
    const path = await create(file.length)
    expect(await read(path)).to.include({ status: 'incomplete', received: 0, contentType: 'video/mp4', sha256: null })
    const first = await append(path, 0, file.subarray(0, 300_000))
    expect([first.status, first.headers.get('upload-offset')]).to.deep.equal([204, '300000'])
    await append(path, 300_000, file.subarray(300_000, 300_001), {}, other)
    const last = await append(path, 300_001, file.subarray(300_001), {}, other)
    expect([last.status, last.headers.get('upload-offset')]).to.deep.equal([204, '700000'])
    const upload = await read(path)
    expect(upload).to.include({ status: 'complete', bytes: 700_000, received: 700_000, contentType: null, width: null })
    expect(upload['sha256']).to.equal(createHash('sha256').update(file).digest('hex'))
    expect(await installation.files(), 'the pieces are gone').to.have.length(1)
  })

  it('tell the facts about an image', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const path = await create(png.length, `filetype ${encode('image/jpeg')}`)
    await append(path, 0, png)
    const upload = await read(path)
    expect(upload).to.include({ contentType: 'image/png', width: 1, height: 1, durationMs: null })
  })

  it('keep what arrived before the connection broke off', async () => {
    const path = await create(1_000_000)
    const raw = openRaw(gateway.url)
    const head = [
      `PATCH ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${installation.key}`,
      'Tus-Resumable: 1.0.0',
      'Content-Type: application/offset+octet-stream',
      'Upload-Offset: 0',
      'Content-Length: 1000000',
    ]
    raw.send(`${head.join('\r\n')}\r\n\r\n${'a'.repeat(400_000)}`)
    while ((await installation.files()).length === 0) await sleep(5)
    raw.socket.end()
    let offset = 0
    while (offset === 0) {
      await sleep(5)
      offset = await offsetOf(path)
    }
    expect(offset).to.be.within(1, 400_000)
    const rest = Buffer.alloc(1_000_000 - offset, 'a')
    expect((await append(path, offset, rest)).status).to.equal(204)
    const whole = createHash('sha256').update(Buffer.alloc(1_000_000, 'a')).digest('hex')
    expect((await read(path))['sha256']).to.equal(whole)
  })

  it('take only one of two pieces that begin at the same byte', async () => {
    const path = await create(200_000)
    const pieces = [gateway, other].map((on) => append(path, 0, Buffer.alloc(100_000, 'b'), {}, on))
    const statuses = (await Promise.all(pieces)).map(({ status }) => status)
    expect(statuses.toSorted()).to.deep.equal([204, 409])
    expect(await offsetOf(path)).to.equal(100_000)
    const late = await append(path, 0, Buffer.alloc(10))
    expect([late.status, late.body.error.code]).to.deep.equal([409, 'upload_offset_mismatch'])
    expect(late.body.error.message).to.equal('Upload-Offset is 0, but 100000 bytes have arrived. Continue there.')
    const long = await append(path, 100_000, Buffer.alloc(100_001))
    expect([long.status, long.body.error.code]).to.deep.equal([413, 'invalid_request'])
    expect(long.body.error.message).to.contain('100000 bytes that are left')
  })

  it('drop a piece that does not have its checksum', async () => {
    const path = await create(10)
    const piece = Buffer.from('0123456789')
    const sums = (text: string) => `sha1 ${createHash('sha1').update(text).digest('base64')}`
    const wrong = await append(path, 0, piece, { 'Upload-Checksum': sums('other') })
    expect([wrong.status, wrong.body.error.code]).to.deep.equal([460, 'upload_checksum_mismatch'])
    expect(await offsetOf(path)).to.equal(0)
    for (const [name, sum] of [
      ['an unknown algorithm', 'crc32 AAAA'],
      ['no sum', 'sha1'],
      ['a sum of another length', 'sha1 AAAA'],
      ['hexadecimal', `sha256 ${createHash('sha256').update(piece).digest('hex')}`],
      ['two sums', `${sums('0123456789')} ${sums('0123456789')}`],
    ] as const) {
      const unread = await append(path, 0, piece, { 'Upload-Checksum': sum })
      expect([unread.status, unread.body.error.code], name).to.deep.equal([400, 'invalid_request'])
      expect(unread.body.error.message).to.match(/^Upload-Checksum: /)
    }
    expect((await append(path, 0, piece, { 'Upload-Checksum': sums('0123456789') })).status).to.equal(204)
  })

  it('are another organization’s to nobody', async () => {
    const path = await create(10)
    const foreign = `Bearer ${installation.foreign.key}`
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      expect((await tus(method, path, { authorization: foreign })).status, method).to.equal(404)
    }
    const { status, body } = await tus('PATCH', path, {
      authorization: foreign,
      body: 'x',
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' },
    })
    expect([status, body.error.code]).to.deep.equal([404, 'upload_not_found'])
    expect((await tus('HEAD', '/api/v1/uploads/nothing')).status).to.equal(404)
  })

  it('are bounded for an organization, also when many are created at once', async () => {
    const creations = Array.from({ length: 12 }, () =>
      tus('POST', '/api/v1/uploads', { headers: { 'Upload-Length': String(quota / 5) } }),
    )
    const replies = await Promise.all(creations)
    expect(replies.filter(({ status }) => status === 201)).to.have.length(5)
    const [rejected] = replies.filter(({ status }) => status !== 201)
    expect([rejected?.status, rejected?.body.error.code]).to.deep.equal([413, 'upload_quota_exceeded'])
    const large = await tus('POST', '/api/v1/uploads', { headers: { 'Upload-Length': '4000000001' } })
    expect([large.status, large.body.error.code]).to.deep.equal([413, 'invalid_request'])
  })

  it('can be deleted, with what has arrived', async () => {
    const before = (await installation.files()).length
    const path = await create(100)
    await append(path, 0, Buffer.alloc(50))
    expect((await tus('DELETE', path)).status).to.equal(204)
    expect((await tus('HEAD', path)).status).to.equal(404)
    expect(await installation.files()).to.have.length(before)
  })

  it('tell the name and the type with which they were created', async () => {
    const named = (metadata?: string) =>
      tus('POST', '/api/v1/uploads', {
        headers: { 'Upload-Length': '10', ...(metadata !== undefined && { 'Upload-Metadata': metadata }) },
      })
    for (const [sent, shown] of [
      ['filename 8J+YgC5tcDQ=, filetype dmlkZW8vbXA0,other YQ==', 'filename 8J+YgC5tcDQ=,filetype dmlkZW8vbXA0'],
      ['filetype dmlkZW8vbXA0', 'filetype dmlkZW8vbXA0'],
      ['filename', null],
      [undefined, null],
    ] as const) {
      const { headers } = await named(sent)
      const read = await tus('HEAD', headers.get('location') ?? '')
      expect(read.headers.get('upload-metadata'), sent).to.equal(shown)
    }
  })

  it('tell what they speak, and speak nothing else', async () => {
    const { status, headers } = await gateway.ask('OPTIONS', '/api/v1/uploads')
    expect(status).to.equal(204)
    expect(headers.get('tus-extension')).to.equal('creation,checksum,expiration,termination')
    expect(headers.get('tus-checksum-algorithm')).to.equal('sha1,sha256')
    const path = await create(10)
    const plain = await gateway.ask('POST', '/api/v1/uploads', { headers: { 'Upload-Length': '10' } })
    expect([plain.status, plain.body.error.code]).to.deep.equal([412, 'upload_version_unsupported'])
    const json = await append(path, 0, Buffer.from('x'), { 'Content-Type': 'application/json' })
    expect([json.status, json.body.error.code]).to.deep.equal([415, 'unsupported_media_type'])
    const long = await append(path, 0, Buffer.alloc(11))
    expect([long.status, await offsetOf(path)]).to.deep.equal([413, 0])
    const anonymous = await tus('POST', '/api/v1/uploads', { authorization: null, headers: { 'Upload-Length': '10' } })
    expect(anonymous.status).to.equal(401)
    const overridden = await tus('POST', path, { headers: { 'X-HTTP-Method-Override': 'DELETE' } })
    expect(overridden.status).to.equal(204)
  })
})
