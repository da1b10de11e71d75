import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('surplus bytes after a request', () => {
  let gateway: TestGateway
  let begun: PromiseWithResolvers<void>
  let held: PromiseWithResolvers<void>
  before(async () => {
    gateway = await startGateway({
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'profiles.create': async (...args) => {
            begun.resolve()
            await held.promise
            return useCases['profiles.create'](...args)
          },
        },
      }),
    })
  })
  beforeEach(() => {
    begun = Promise.withResolvers()
    held = Promise.withResolvers()
  })
  after(() => gateway.close())

  const body = '{"name":"A"}'
  const post = () =>
    [
      'POST /api/v1/profiles HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${gateway.installation.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')

  for (const surplus of ['}', '\r\n \r\n', '\0\0'])
    it(`do not take the place of its response: ${JSON.stringify(surplus)}`, async () => {
      const raw = openRaw(gateway.url)
      raw.send(`${post()}${surplus}`)
      await begun.promise
      raw.send(surplus)
      held.resolve()
      const text = await raw.all()
      expect(parseRaw(text)).to.deep.include({ status: 200, body: '{"done":"profiles.create"}' })
      expect(text).to.match(/^Connection: close$/im)
    })

  it('are responded to after it, if they are a request with an invalid URL', async () => {
    const raw = openRaw(gateway.url)
    raw.send(`${post()}GET http://[bad HTTP/1.1\r\nHost: a\r\nX-Request-Id: second\r\n\r\n`)
    await begun.promise
    held.resolve()
    const text = await raw.all()
    expect(text).to.match(/200 OK.*"done":"profiles.create".*400 Bad Request.*X-Request-Id: second.*invalid_request/s)
    expect(text).to.match(/400 Bad Request.*Connection: close/s)
  })

  it('are rejected once its response was sent', async () => {
    const raw = openRaw(gateway.url)
    held.resolve()
    raw.send(post())
    await raw.until(/done/)
    raw.send('}')
    expect(await raw.all()).to.match(/200 OK.*400 Bad Request.*invalid_request/s)
  })

  it('are rejected if they are within its body', async () => {
    const raw = openRaw(gateway.url)
    raw.send(post().replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked'))
    expect(parseRaw(await raw.all()).status).to.equal(400)
  })
})
