import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, UnexpectedResponseError } from '@carillon/client'
import { expect } from 'chai'
import { createTusClient } from '../../app/uploads/tus-client.ts'

describe('the requests of an upload', () => {
  const seen: string[] = []
  let respond: RequestListener
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url}`)
    respond(req, res)
  })
  let url: string
  before(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())
  beforeEach(() => {
    seen.length = 0
  })

  const tus = createTusClient((path, init) => fetch(`${url}${path}`, init))
  const { signal } = new AbortController()
  const writes = {
    create: () => tus.create(new File(['clip'], 'clip.mp4'), signal),
    createFrom: () => tus.createFrom({ publishId: 'publish', path: 'video', bytes: 4 }),
    append: () => tus.append('id', { offset: 0, bytes: new Blob(['clip']) }, signal),
    remove: () => tus.remove('id'),
  }
  const errorOf = (call: () => Promise<unknown>) =>
    call().then(
      () => 'none',
      (error: unknown) => error,
    )

  for (const [name, write] of Object.entries(writes)) {
    it(`are not followed to another URL: ${name}`, async () => {
      respond = (req, res) => {
        if (req.url?.startsWith('/api/')) res.writeHead(302, { location: '/sign-in?key=secret' }).end()
        else res.writeHead(200, { location: '/elsewhere', 'upload-offset': '4' }).end()
      }
      const error = await errorOf(write)
      expect(error).to.be.instanceOf(UnexpectedResponseError)
      expect(error).to.include({ isRedirect: true })
      expect(seen).to.have.length(1)
    })
  }

  it('fail if the response to one that creates does not name the upload, or has no number of bytes received', async () => {
    respond = (_req, res) => res.writeHead(200).end('<p>Sign in</p>')
    for (const call of [writes.create, writes.createFrom, writes.append, () => tus.offset('id', signal)]) {
      expect(await errorOf(call)).to.be.instanceOf(UnexpectedResponseError)
    }
  })

  it('have an error in words for a response of a proxy', async () => {
    respond = (_req, res) => res.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"forbidden"}')
    const error = await errorOf(writes.append)
    expect(error).to.be.instanceOf(ApiError)
    expect(error).to.include({ code: 'temporarily_unavailable', message: 'The service responded with status 403.' })
  })

  it('return the id and the number of bytes', async () => {
    respond = (_req, res) => res.writeHead(201, { location: `${url}/api/v1/uploads/id-1`, 'upload-offset': '4' }).end()
    expect(await writes.create()).to.equal('id-1')
    expect(await writes.append()).to.equal(4)
    expect(await tus.offset('id', signal)).to.equal(4)
  })
})
