import { expect } from 'chai'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

/** A body in two halves; the second one is sent when `finish` is called. */
function halves(json: object) {
  const bytes = Buffer.from(JSON.stringify(json))
  const finished = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 10))
      await finished.promise
      controller.enqueue(bytes.subarray(10))
      controller.close()
    },
  })
  return { body, finish: finished.resolve }
}

describe('a request that waits for an event', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  /** Waits for the event that an account of this platform was disconnected. */
  async function duringWait(platform: 'x' | 'tiktok' | 'youtube', meanwhile: (keyId: string) => Promise<unknown>) {
    const created = await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Waiting' } })
    const { keyId, apiKey } = created.body as unknown as { keyId: string; apiKey: string }
    const options = { authorization: `Bearer ${apiKey}` }
    const { cursor } = (await gateway.ask('GET', '/api/v1/events?cursor=now', options)).body
    const { feeds } = gateway.installation.context
    const changed = feeds.changed.bind(feeds)
    const isWaiting = Promise.withResolvers<void>()
    const noticed: typeof changed = (...args) => {
      const watch = changed(...args)
      return {
        ...watch,
        wait() {
          isWaiting.resolve()
          return watch.wait()
        },
      }
    }
    Object.assign(feeds, { changed: noticed })
    const reply = gateway.ask('GET', `/api/v1/events?cursor=${cursor}&wait=30`, options)
    await isWaiting.promise.finally(() => Object.assign(feeds, { changed }))
    await meanwhile(keyId)
    const { accounts, profileId } = gateway.installation
    await gateway.ask('DELETE', `/api/v1/profiles/${profileId}/accounts/${accounts[platform]}`)
    return reply
  }

  it('gets it', async () => {
    const { status, body } = await duringWait('x', async () => {})
    expect([status, (body['events'] as unknown[]).length]).to.deep.equal([200, 1])
  })

  it('does not get it if its key is deleted meanwhile', async () => {
    const { status, body } = await duringWait('tiktok', (keyId) => gateway.ask('DELETE', `/api/v1/keys/${keyId}`))
    expect([status, body.error.code]).to.deep.equal([401, 'unauthorized'])
  })

  it('is to be sent again if its key is narrowed meanwhile', async () => {
    const { status, body } = await duringWait('youtube', (keyId) =>
      gateway.ask('PATCH', `/api/v1/keys/${keyId}`, { json: { scopes: ['events:read'] } }),
    )
    expect([status, body.error.code]).to.deep.equal([503, 'temporarily_unavailable'])
  })
})

describe('a request whose body takes long', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())
  const as = (key: unknown): Ask => ({ authorization: `Bearer ${key}` })
  const names = async () => {
    const { body } = await gateway.ask('GET', '/api/v1/profiles')
    return (body['profiles'] as { name: string }[]).map(({ name }) => name)
  }

  async function during(json: object, meanwhile: (key: { keyId: string; apiKey: string }) => Promise<unknown>) {
    const created = await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Slow' } })
    const key = created.body as unknown as { keyId: string; apiKey: string }
    const { body, finish } = halves(json)
    const options = { ...as(key.apiKey), body, duplex: 'half', headers: { 'content-type': 'application/json' } } as Ask
    const before = gateway.lines.length
    const sending = gateway.ask('POST', '/api/v1/profiles', options)
    // The entry of the request is open once its key has been accepted.
    const { pool } = gateway.installation.context
    while ((await pool.query('select from audit_open where actor_id = $1', [key.keyId])).rowCount === 0);
    expect(gateway.lines.length).to.be.at.least(before)
    await meanwhile(key)
    finish()
    return sending
  }

  it('is not carried out if its key is deleted meanwhile', async () => {
    const reply = await during({ name: 'Too late' }, async ({ keyId, apiKey }) => {
      await gateway.ask('DELETE', `/api/v1/keys/${keyId}`)
      while ((await gateway.ask('GET', '/api/v1/profiles', as(apiKey))).status !== 401);
    })
    expect([reply.status, reply.body.error.code]).to.deep.equal([401, 'unauthorized'])
    expect(await names()).not.to.include('Too late')
  })

  it('is not carried out if its key is narrowed meanwhile', async () => {
    const reply = await during({ name: 'Too wide' }, async ({ keyId, apiKey }) => {
      await gateway.ask('PATCH', `/api/v1/keys/${keyId}`, { json: { scopes: ['profiles:read'] } })
      while ((await gateway.ask('GET', '/api/v1/keys', as(apiKey))).status !== 403);
    })
    expect([reply.status, reply.body.error.code]).to.deep.equal([403, 'insufficient_scope'])
    expect(await names()).not.to.include('Too wide')
  })

  it('is carried out otherwise', async () => {
    const reply = await during({ name: 'In time' }, async () => {})
    expect(reply.status, reply.text).to.equal(201)
    expect(await names()).to.include('In time')
  })
  describe('as a piece of an upload', () => {
    const tus = { 'Tus-Resumable': '1.0.0' }

    async function duringPiece(meanwhile: (key: { keyId: string; apiKey: string }) => Promise<unknown>) {
      const created = await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Slow' } })
      const key = created.body as unknown as { keyId: string; apiKey: string }
      const { body, finish } = halves({ some: 'bytes that are a file' })
      const bytes = JSON.stringify({ some: 'bytes that are a file' }).length
      const headers = { ...tus, 'Upload-Length': String(bytes) }
      const path = String((await gateway.ask('POST', '/api/v1/uploads', { headers })).headers.get('location'))
      const sending = gateway.ask('PATCH', path, {
        ...as(key.apiKey),
        ...{ body, duplex: 'half' },
        headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      } as Ask)
      while ((await gateway.installation.files()).length === 0);
      await meanwhile(key)
      finish()
      const { status } = await sending
      const { received } = (await gateway.ask('GET', path)).body
      const files = await gateway.installation.files()
      await gateway.ask('DELETE', path, { headers: tus })
      return { status, isWhole: received === bytes, received, files: files.length }
    }

    it('is not stored if its key is deleted meanwhile', async () => {
      const found = await duringPiece(async ({ keyId, apiKey }) => {
        await gateway.ask('DELETE', `/api/v1/keys/${keyId}`)
        while ((await gateway.ask('GET', '/api/v1/profiles', as(apiKey))).status !== 401);
      })
      expect(found).to.deep.equal({ status: 401, isWhole: false, received: 0, files: 0 })
    })

    it('is not stored if its key is narrowed meanwhile', async () => {
      const found = await duringPiece(async ({ keyId, apiKey }) => {
        await gateway.ask('PATCH', `/api/v1/keys/${keyId}`, { json: { scopes: ['profiles:read'] } })
        while ((await gateway.ask('GET', '/api/v1/keys', as(apiKey))).status !== 403);
      })
      expect(found).to.deep.equal({ status: 403, isWhole: false, received: 0, files: 0 })
    })

    it('is stored otherwise', async () => {
      expect(await duringPiece(async () => {})).to.include({ status: 204, isWhole: true, files: 1 })
    })
  })
})
