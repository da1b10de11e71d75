import { expect } from 'chai'
import { openRaw, parseRaw } from './raw.ts'
import { type Ask, startGateway, type TestGateway } from './test-gateway.ts'

describe('the form of a page', () => {
  let gateway: TestGateway
  const sent: unknown[] = []
  before(async () => {
    gateway = await startGateway({
      replace: () => ({
        completeSelection: async (_context, { chosen }) => {
          sent.push(chosen)
          return { redirectUrl: 'https://app.example/', message: '' } as never
        },
      }),
    })
  })
  after(() => gateway.close())

  const type = 'application/x-www-form-urlencoded'
  const post = (body: Ask['body'], headers: Record<string, string> = {}) =>
    gateway.ask('POST', '/connect/select/t', {
      ...(body !== undefined && { body }),
      headers: { 'content-type': type, ...headers },
      authorization: null,
    })
  const rejection = async (body: Ask['body'], headers?: Record<string, string>) => {
    const { status, body: envelope } = await post(body, headers)
    return [status, envelope.error.code]
  }

  it('brings every choice', async () => {
    sent.length = 0
    await post('chosen=a%20b&other=1&chosen=%C3%A9')
    await post('')
    expect(sent).to.deep.equal([['a b', 'é'], []])
  })

  it('is 413 for more bytes or fields than any page has', async () => {
    expect(await rejection(`chosen=${'x'.repeat(64 * 1024)}`)).to.deep.equal([413, 'invalid_request'])
    expect(await rejection(Array.from({ length: 501 }, () => 'chosen=x').join('&'))).to.deep.equal([
      413,
      'invalid_request',
    ])
    const stream = new Blob(['x'.repeat(200_000)]).stream()
    const chunked = { body: stream, duplex: 'half', headers: { 'content-type': type } } as Ask
    expect((await gateway.ask('POST', '/connect/select/t', chunked)).status).to.equal(413)
  })

  it('is 415 for another type, charset or encoding', async () => {
    for (const headers of [
      { 'content-type': 'application/json' },
      { 'content-type': `${type}; charset=utf-16` },
      { 'content-encoding': 'gzip' },
    ]) {
      expect(await rejection('chosen=a', headers)).to.deep.equal([415, 'unsupported_media_type'])
    }
  })

  it('is 400 for what is not URL-encoded', async () => {
    for (const body of ['chosen=%zz', 'chosen=%', 'chosen=\u00e9']) {
      expect(await rejection(body), body).to.deep.equal([400, 'invalid_request'])
    }
  })

  it('is given up when it arrives too slowly', async () => {
    const strict = await startGateway({ installation: gateway.installation, pace: { bytes: 1000, everyMs: 20 } })
    const raw = openRaw(strict.url)
    raw.send(`POST /connect/select/t HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\nc`)
    expect(parseRaw(await raw.until(/too slowly.*\}\}/s)).status).to.equal(400)
    raw.socket.destroy()
    await strict.close()
  })

  it('is asked for where its sender waits to be', async () => {
    const raw = openRaw(gateway.url)
    raw.send(`POST /connect/select/t HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 8\r\n`)
    raw.send('Expect: 100-continue\r\nConnection: close\r\n\r\n')
    await raw.until(/100 Continue/)
    sent.length = 0
    raw.send('chosen=z')
    await raw.all()
    expect(sent).to.deep.equal([['z']])
  })

  it('leaves no error in the log, whatever was sent', () => {
    expect(gateway.lines.filter(({ level }) => level === 'error')).to.deep.equal([])
  })
})
