import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CliHome, cliHome } from './cli-process.ts'
import {
  account,
  accountId,
  publishOf,
  type Reply,
  type ScriptedService,
  type Sent,
  scriptedService,
} from './scripted-service.ts'

const words = ['publish', 'Fresh bread', '--account', accountId, '--publish-within', '1']

describe('a publish from the command line', () => {
  let home: CliHome
  let service: ScriptedService
  /** What the service has stored, by request id. */
  let stored: Map<string, object>
  let onPost: (request: Sent) => Reply
  let onRead: () => Reply
  let replacedId: string | undefined

  const requestIdOf = ({ headers }: Sent) => String(headers['x-request-id'])
  const posts = () => service.sent.filter(({ method, path }) => method === 'POST' && path === '/posts')

  beforeEach(async () => {
    home = await cliHome()
    stored = new Map()
    replacedId = undefined
    service = await scriptedService((request): Reply => {
      const { method, path, query } = request
      if (path === '/accounts') return { body: { accounts: [account], errors: [] } }
      if (method === 'POST' && path === '/posts') return onPost(request)
      if (path === '/posts/publishes/publish-1') return onRead()
      if (path === '/comments') return { status: 201, body: { comment: { id: 'c2' } } }
      if (path === '/writes') return { body: { writes: [{ id: 'w1', kind: 'publish', status: 'published' }] } }
      const found = stored.get(query.get('requestId') ?? '')
      const headers = { ...(replacedId && { 'x-request-id': replacedId }) }
      if (path === '/posts/publishes') return { headers, body: { publishes: found ? [found] : [], nextCursor: null } }
      return { status: 404, body: { error: { code: 'route_not_found', message: path } } }
    })
  })
  afterEach(async () => {
    service.close()
    await home.remove()
  })

  const store = (request: Sent, status = 'published') => {
    const publish = publishOf(requestIdOf(request), status)
    stored.set(requestIdOf(request), publish)
    return publish
  }
  const notes = () => readdirSync(join(home.dir, 'state/carillon/requests')).filter((name) => name.endsWith('.json'))

  it('is not sent if a proxy replaces request ids, as an earlier one could not be found', async () => {
    onPost = (request) => ({ status: 201, body: store(request) })
    replacedId = 'made-by-a-proxy'
    const ran = await home.run([...words, '--request-id', 'order-17'], { env: service.env })
    expect(ran.code, ran.stderr).to.equal(6)
    expect(ran.stderr).to.contain('A proxy replaces X-Request-Id')
    expect(posts()).to.deep.equal([])
  })

  it('does not take the place of a reply with the same request id', async () => {
    const reply = ['api', 'comments.create', '--field', 'platform=facebook', '--field', `accountId=${accountId}`]
    const given = [...reply, '--field', 'parentId=c1', '--field', 'message=Thanks', '--request-id', 'order-17']
    const ran = await home.run(given, { env: service.env })
    expect(ran.code, ran.stderr).to.equal(0)
    expect(ran.json).to.deep.equal({ comment: { id: 'c2' } })
  })

  it('is looked up after a lost response, and not sent again', async () => {
    onPost = (request) => {
      store(request)
      return { isLost: true }
    }
    const ran = await home.run(words, { env: service.env })
    expect(ran.code, ran.stderr).to.equal(0)
    expect(ran.json).to.include({ publishId: 'publish-1', status: 'published' })
    expect(posts()).to.have.length(1)
    expect(notes()).to.deep.equal([])
  })

  it('is sent again if nothing was stored and nothing will be', async () => {
    onPost = (request) => (posts().length === 1 ? { isLost: true } : { status: 201, body: store(request) })
    const ran = await home.run(words, { env: service.env })
    expect(ran.code, ran.stderr).to.equal(0)
    const [first, second] = posts()
    expect(second && requestIdOf(second)).to.equal(first && requestIdOf(first))
    const before = Date.parse(String(first?.headers['x-publish-before']))
    expect(Date.parse(String(second?.headers['x-publish-before']))).to.be.above(before)
  })

  it('that is stored is not called unsent when the service cannot be reached while it is waited for', async () => {
    onPost = (request) => {
      const publish = store(request, 'processing')
      onRead = () => ({ isLost: true })
      return { status: 202, body: publish }
    }
    const ran = await home.run([...words, '--wait', '--timeout', '2'], { env: service.env })
    expect(ran.code, ran.stderr).to.equal(6)
    expect(ran.json).to.include({ publishId: 'publish-1', status: 'processing' })
    expect(ran.stderr).to.contain('carillon publishes wait publish-1')
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`says how to find out what became of it after ${signal}, and continues`, async () => {
      let interrupt = () => {}
      onPost = (request) => {
        store(request)
        interrupt()
        return { isHung: true }
      }
      const onStart = (child: { kill(signal: NodeJS.Signals): void }) => {
        interrupt = () => child.kill(signal)
      }
      const ran = await home.run(words, { env: service.env, onStart })
      expect(ran.code, ran.stderr).to.equal(6)
      const { requestId } = ran.json
      expect(stored.has(requestId)).to.equal(true)
      expect(ran.stderr).to.contain(`carillon publishes list --request-id ${requestId}`)
      const again = await home.run([...words, '--request-id', requestId], { env: service.env })
      expect(again.code, again.stderr).to.equal(0)
      expect(again.json).to.include({ requestId, status: 'published' })
      expect(posts()).to.have.length(1)
    })
  }

  it('waits after a killed run until its request can no longer arrive, however often it is killed', async () => {
    const requestId = 'order-17'
    let kill = () => {}
    const onStart = (child: { kill(signal: NodeJS.Signals): void }) => {
      kill = () => child.kill('SIGKILL')
    }
    onPost = () => {
      kill()
      return { isHung: true }
    }
    const run = () => home.run([...words, '--request-id', requestId], { env: service.env, onStart })
    for (const attempt of [1, 2]) {
      expect((await run()).code).to.equal(null)
      expect(posts()).to.have.length(attempt)
    }
    onPost = (request) => ({ status: 201, body: store(request) })
    const ran = await run()
    expect(ran.code, ran.stderr).to.equal(0)
    expect(posts()).to.have.length(3)
    // Between two requests there is a lookup that came after the time of the one before.
    const order = service.sent.filter(({ path }) => path.startsWith('/posts')).map(({ method }) => method)
    expect(order.join(' ')).to.match(/^GET POST (?:GET )+POST (?:GET )+POST$/)
    expect(ran.stderr).to.contain('until that is certain')
  })

  it('does not run twice at the same time under one request id', async () => {
    let second: Promise<{ code: number | null; stderr: string }> | undefined
    let respond = () => {}
    const responded = new Promise<void>((done) => {
      respond = done
    })
    onPost = (request) => {
      second ??= home.run([...words, '--request-id', 'order-18'], { env: service.env }).finally(respond)
      return { status: 201, body: store(request) }
    }
    const original = service
    service = await scriptedService(async (request) => {
      const reply = request.path === '/accounts' ? { body: { accounts: [account], errors: [] } } : undefined
      if (reply) return reply
      if (request.method === 'POST') {
        const stored = onPost(request)
        await responded
        return stored
      }
      return { body: { publishes: [], nextCursor: null } }
    })
    original.close()
    const first = await home.run([...words, '--request-id', 'order-18'], { env: service.env })
    expect(first.code, first.stderr).to.equal(0)
    const other = await second
    expect(other?.code).to.equal(2)
    expect(other?.stderr).to.contain('Another run sends request order-18')
    expect(posts()).to.have.length(1)
  })

  it('keeps its note if it cannot be looked up', async () => {
    const requestId = 'order-19'
    onPost = () => ({ isLost: true })
    let kill = () => {}
    onPost = () => {
      kill()
      return { isHung: true }
    }
    await home.run([...words, '--request-id', requestId], {
      env: service.env,
      onStart: (child) => {
        kill = () => child.kill('SIGKILL')
      },
    })
    expect(notes()).to.deep.equal([`${requestId}.json`])
    const away = { ...service.env, CARILLON_API_KEY: 'key-1' }
    service.close()
    service = await scriptedService(({ path }) =>
      path === '/accounts'
        ? { body: { accounts: [account], errors: [] } }
        : { status: 401, body: { error: { code: 'unauthorized', message: 'No.' } } },
    )
    const ran = await home.run([...words, '--request-id', requestId], { env: { ...away, CARILLON_URL: service.url } })
    expect(ran.code, ran.stderr).to.equal(4)
    expect(notes()).to.deep.equal([`${requestId}.json`])
    expect(posts()).to.deep.equal([])
  })
})
