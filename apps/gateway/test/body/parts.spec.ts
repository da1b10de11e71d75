import { expect } from 'chai'
import { boundaryOf, PartWatch } from '../../src/body/part-watch.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const boundary = 'XyZ'
const bytes = (text: string) => Buffer.from(text, 'latin1')

const part = (header: string, content = 'x') => `--${boundary}\r\n${header}\r\n\r\n${content}\r\n`
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)
const photo = (disposition: string, type = 'image/jpeg') =>
  part(`Content-Disposition: ${disposition}\r\nContent-Type: ${type}`, '\xff\xd8\xff')
const good = 'form-data; name="photos[]"; filename="a.jpg"'
const message = (type: string) => `Content-Disposition: form-data; name="message"\r\nContent-Type: ${type}`

/** Parts that parsers drop or change in silence, and how the rejection begins. */
const bad: Readonly<Record<string, [part: string, says: string]>> = {
  'another disposition': [photo('attachment; name="photos[]"; filename="a.jpg"'), 'part 4: its Content-Disposition'],
  'no disposition': [part('Content-Type: image/jpeg'), 'part 4: it has no Content-Disposition'],
  'no semicolon': [photo('form-data name="photos[]"; filename="a.jpg"'), 'part 4: its Content-Disposition'],
  'a name without quotes': [photo('form-data; name=photos[]; filename="a.jpg"'), 'part 4: its Content-Disposition'],
  'a token for a name': [photo('form-data; name=photos; filename="a.jpg"'), 'part 4: its Content-Disposition'],
  'no name': [photo('form-data; filename="a.jpg"'), 'part 4: its Content-Disposition'],
  'an empty name': [photo('form-data; name=""; filename="a.jpg"'), 'part 4: its Content-Disposition'],
  'a quote that is not closed': [photo('form-data; name="photos[]; filename=a'), 'part 4: its Content-Disposition'],
  'an empty file name': [photo('form-data; name="photos[]"; filename=""'), 'photos[]: its filename'],
  'a file name that is a folder': [photo('form-data; name="photos[]"; filename="a/"'), 'photos[]: its filename'],
  'a file name of dots': [photo('form-data; name="photos[]"; filename="C:\\\\.."'), 'photos[]: its filename'],
  'a file name of an unknown charset': [
    photo('form-data; name="photos[]"; filename*=klingon\'\'a.jpg'),
    'photos[]: its filename',
  ],
  'a file name of another coding': [photo('form-data; name="photos[]"; filename*="a.jpg"'), 'photos[]: its filename'],
  'bytes without a file name': [part(message('application/octet-stream'), 'hi'), 'message: its filename'],
  'a file name with a folder, without quotes': [photo('form-data; name="photos[]"; filename=a/b.jpg'), 'part 4: its'],
  'two file names': [
    photo('form-data; name="photos[]"; filename=""; filename="a.jpg"'),
    'part 4: its Content-Disposition has the parameter filename twice; send it once',
  ],
  'two names': [
    photo('form-data; name="photos[]"; NAME="a"; filename="a.jpg"'),
    'part 4: its Content-Disposition has the parameter NAME twice; send it once',
  ],
  'an encoded name of a folder': [
    photo('form-data; name="photos[]"; filename*=utf-8\'\'a%2f'),
    'photos[]: its filename',
  ],
  'a control character': [photo('form-data; name="photos[]"; filename="a\x7f.jpg"'), 'part 4: its'],
  'two dispositions': [photo(`${good}\r\nContent-Disposition: ${good}`), 'part 4: it has a broken or repeated'],
  'a line without a colon': [photo(`${good}\r\nnonsense`), 'part 4: it has a broken or repeated'],
  'a blank behind its boundary': [
    photo(good).replace(`${boundary}\r\n`, `${boundary} \r\n`),
    'part 4: something follows',
  ],
  'no header at all': [`--${boundary}\r\n\r\nx\r\n`, 'part 4: it has no header'],
  'an unknown charset': [part(message('text/plain; charset=klingon'), 'hi'), 'message: its charset'],
  'another charset': [part(message('text/plain; charset=iso-8859-1'), 'g\xfc\xdf'), 'message: its charset'],
  'text that is not UTF-8': [field('message', 'g\xfc\xdf'), 'message: it is not UTF-8'],
  'text that ends within a character': [field('message', 'a\xc3'), 'message: it is not UTF-8'],
  'a header that is not UTF-8': [field('mess\xe4ge', 'a'), 'part 4: it is not UTF-8'],
  'an encoding of its own': [
    part('Content-Disposition: form-data; name="message"\r\nContent-Transfer-Encoding: base64', 'aGk='),
    'message: its Content-Transfer-Encoding',
  ],
}

describe('parts of a form', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())

  const send = (body: string, path = '/api/v1/posts') =>
    gateway.ask('POST', path, {
      body: bytes(body),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
  const start = () =>
    field('platform', 'facebook') + field('accountId', gateway.installation.accounts.facebook) + photo(good)
  const end = `--${boundary}--\r\n`

  it('are taken as they are meant', async () => {
    gateway.calls.length = 0
    const text = part(message('text/plain; charset=UTF-8'), Buffer.from('gr\u00fc\u00df').toString('latin1'))
    const reply = await send(start() + text + photo('form-data; filename="b \\"c\\".jpg"; name="photos[]"') + end)
    expect(reply.status, reply.text).to.equal(200)
    const { body } = (gateway.calls[0]?.input ?? {}) as { body: Record<string, unknown> }
    expect(body).to.include({ message: 'gr\u00fc\u00df' })
    expect(body).to.have.property('images').with.length(2)
  })

  it('are taken with each way to write the name of a file', async () => {
    const names = [`filename="C:\\a\\b.jpg"`, `filename="a.jpg"; filename*=UTF-8''%e2%82%ac.jpg`, 'filename=a.jpg']
    gateway.calls.length = 0
    const photos = names.map((name) => photo(`form-data; name="photos[]"; ${name}`))
    const reply = await send(start() + photos.join('') + end)
    expect(reply.status, reply.text).to.equal(200)
    expect(gateway.calls[0]?.input.body).to.have.property('images').with.length(4)
  })

  for (const [name, [text, says]] of Object.entries(bad)) {
    it(`are rejected as a whole for one with ${name}`, async () => {
      gateway.calls.length = 0
      const { status, body } = await send(start() + text + photo(good) + end)
      expect([status, body.error.code]).to.deep.equal([400, 'invalid_request'])
      expect(body.error.message.startsWith(says), body.error.message).to.equal(true)
      expect(gateway.calls).to.deep.equal([])
    })
  }

  it('are rejected where some would not be seen: before the first boundary and behind the last', async () => {
    const lost = part('Content-Disposition: form-data; name="message"').replaceAll(boundary, 'Other')
    expect((await send(lost + start() + end)).status).to.equal(400)
    expect((await send(start() + end + field('message', 'hi') + end)).status).to.equal(400)
    expect((await send(start())).status).to.equal(400)
  })

  it('leave no file behind when they are rejected', async () => {
    const schedule = part('Content-Disposition: form-data; name="schedule"; filename="s.json"', '{}')
    expect((await send(start() + schedule + part('X-None: x') + end, '/api/v1/schedules')).status).to.equal(400)
    // Those of the forms that were taken.
    while ((await gateway.installation.files()).length > 6) await new Promise((done) => setImmediate(done))
  })

  it('are seen the same however the bytes are cut', () => {
    const whole = bytes(field('a', 'x\r\n--Xy\r\n') + photo(good) + end)
    for (let size = 1; size <= whole.length; size++) {
      const watch = new PartWatch(boundary, 1e6)
      for (let at = 0; at < whole.length; at += size) watch.push(whole.subarray(at, at + size))
    }
    const broken = bytes(field('a', '\xff') + end)
    for (let size = 1; size <= broken.length; size++) {
      const watch = new PartWatch(boundary, 1e6)
      expect(() => {
        for (let at = 0; at < broken.length; at += size) watch.push(broken.subarray(at, at + size))
      }, String(size)).to.throw('a: it is not UTF-8')
    }
  })

  it('are distinguished by the boundary that the type names, quoted or not', () => {
    expect(boundaryOf('multipart/form-data; boundary="a b"')).to.equal('a b')
    expect(boundaryOf('multipart/form-data;boundary=ab; charset=utf-8')).to.equal('ab')
    expect(boundaryOf('multipart/form-data')).to.equal(null)
  })
})
