import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import type { Ending, PublicMedia, Service } from '../src/service.ts'
import { type Reply, startGateway, type TestGateway } from './test-gateway.ts'

const ending = (fields: Partial<Ending> = {}): Ending => ({
  status: 'completed',
  platform: 'x',
  redirectTo: null,
  error: null,
  ...fields,
})
const isOver = () => new ServiceError('connection_session_not_found', 'This link is over.')

async function withGateway(replaced: Partial<Service>, work: (gateway: TestGateway) => Promise<void>): Promise<void> {
  const gateway = await startGateway({ replace: () => replaced })
  try {
    await work(gateway)
  } finally {
    await gateway.close()
  }
}

const get = (gateway: TestGateway, path: string, headers = {}): Promise<Reply> =>
  gateway.ask('GET', path, { headers, authorization: null })

describe('OAuth callback', () => {
  it('hands the parameters on and sends the browser where it is waited for', async () => {
    const seen: unknown[] = []
    const completeConnection: Service['completeConnection'] = async (_context, { platform, parameters }) => {
      seen.push({ platform, parameters })
      return ending({ redirectTo: 'https://app.example/done?status=completed' })
    }
    await withGateway({ completeConnection }, async (gateway) => {
      const reply = await get(gateway, '/oauth/x/callback?code=c%20d&state=s&scope=a&scope=b')
      expect(reply.status).to.equal(303)
      expect(reply.headers.get('location')).to.equal('https://app.example/done?status=completed')
      expect(reply.headers.get('cache-control')).to.equal('no-store')
      expect(reply.headers.get('referrer-policy')).to.equal('no-referrer')
      expect(seen).to.deep.equal([{ platform: 'x', parameters: { code: 'c d', state: 's' } }])
      expect(JSON.stringify(gateway.lines)).not.to.contain('c d').and.not.to.contain('state=')
    })
  })

  it('says how it ended where nobody waits', async () => {
    const responses = [
      ending(),
      ending({ error: { code: 'missing_scope', message: 'A <b>permission</b> is missing.' } }),
    ]
    await withGateway({ completeConnection: async () => responses.shift() ?? ending() }, async (gateway) => {
      const good = await get(gateway, '/oauth/x/callback?state=s')
      expect(good.status).to.equal(200)
      expect(good.text).to.contain('The account is connected')
      const bad = await get(gateway, '/oauth/x/callback?state=s')
      expect(bad.text).to.contain('A &lt;b&gt;permission&lt;/b&gt; is missing.')
    })
  })

  it('shows a page for a link that is over, a fault and an invalid network', async () => {
    const faults: unknown[] = [isOver(), new Error('the vault is open')]
    await withGateway({ completeConnection: () => Promise.reject(faults.shift()) }, async (gateway) => {
      const over = await get(gateway, '/oauth/x/callback?state=s')
      expect([over.status, over.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8'])
      expect(over.text).to.contain('This link is over.')
      const fault = await get(gateway, '/oauth/x/callback?state=s')
      expect(fault.status).to.equal(500)
      expect(fault.text).not.to.contain('vault')
      expect(fault.text).to.contain(fault.headers.get('x-request-id'))
      expect((await get(gateway, '/oauth/myspace/callback?state=s')).status).to.equal(404)
    })
  })

  it('logs why the page could not be shown, also if it is the database', async () => {
    const faults: unknown[] = [
      new Error('the vault is open'),
      new Error('Connection terminated unexpectedly'),
      isOver(),
    ]
    await withGateway({ completeConnection: () => Promise.reject(faults.shift()) }, async (gateway) => {
      for (const [status, message, cause] of [
        [500, 'unexpected error', 'the vault is open'],
        [502, 'database error', 'Connection terminated unexpectedly'],
        [404, undefined, undefined],
      ] as const) {
        const { status: sent, headers } = await get(gateway, '/oauth/x/callback?state=s')
        expect(sent).to.equal(status)
        const requestId = headers.get('x-request-id')
        const logged = gateway.lines.filter((line) => line['requestId'] === requestId && 'err' in line)
        expect(logged.map((line) => line['message'])).to.deep.equal(message === undefined ? [] : [message])
        if (cause !== undefined) expect(JSON.stringify(logged)).to.contain(cause)
      }
    })
  })
})

describe('page for picking accounts', () => {
  const choices = [
    { providerId: '1"><script>', name: '<i>Bakery</i>', detail: 'bakery', avatarUrl: 'https://cdn.example/a.png' },
    { providerId: '2', name: 'Shop', detail: null, avatarUrl: null },
  ]
  const describeSelection = async () => ({
    platform: 'facebook' as const,
    organizationName: 'Acme & Sons',
    profileName: 'Rye <1>',
    select: true,
    single: false,
    choices,
  })

  it('lists what was authorized, and for whom', async () => {
    await withGateway({ describeSelection }, async (gateway) => {
      const { status, text } = await get(gateway, '/connect/select/token')
      expect(status).to.equal(200)
      expect(text)
        .to.contain('Acme &amp; Sons')
        .and.to.contain('Rye &lt;1&gt;')
        .and.to.contain('&lt;i&gt;Bakery&lt;/i&gt;')
      expect(text).to.contain('value="1&quot;&gt;&lt;script&gt;"').and.not.to.contain('<script')
      expect(text).not.to.contain('cdn.example')
    })
  })

  it('offers one of several numbers with buttons of which one holds', async () => {
    const one = async () => ({ ...(await describeSelection()), single: true })
    await withGateway({ describeSelection: one }, async (gateway) => {
      const { text } = await get(gateway, '/connect/select/token')
      expect(text).to.contain('Which number should be connected?').and.to.contain('This will be connected for')
      expect(text.match(/type="radio"/g)).to.have.length(2)
      expect(text).not.to.contain('checkbox')
    })
  })

  it('says that the account will be connected where the network does not respond', async () => {
    const completeSelection = async () => ending({ status: 'pending', redirectTo: null, error: null })
    await withGateway({ describeSelection, completeSelection }, async (gateway) => {
      const { status, text } = await pick(gateway, 'chosen=1')
      expect(status).to.equal(200)
      expect(text).to.contain('The account will be connected').and.not.to.contain('is connected</h1>')
    })
  })

  const pick = (gateway: TestGateway, body: string) =>
    gateway.ask('POST', '/connect/select/token', {
      body,
      authorization: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('takes the choice and goes on', async () => {
    const seen: unknown[] = []
    const completeSelection: Service['completeSelection'] = async (_context, { requestId, signal, ...choice }) => {
      expect([requestId.length > 0, signal.aborted]).to.deep.equal([true, false])
      seen.push(choice)
      return ending({ redirectTo: 'http://localhost:3000/done' })
    }
    await withGateway({ describeSelection, completeSelection }, async (gateway) => {
      expect((await pick(gateway, 'chosen=1&chosen=2')).headers.get('location')).to.equal('http://localhost:3000/done')
      await pick(gateway, 'chosen=2')
      await pick(gateway, '')
      expect(seen).to.deep.equal([
        { token: 'token', browser: undefined, chosen: ['1', '2'] },
        { token: 'token', browser: undefined, chosen: ['2'] },
        { token: 'token', browser: undefined, chosen: [] },
      ])
    })
  })

  it('shows itself again for a choice that cannot be taken, and says when it is over', async () => {
    const faults: unknown[] = [new ServiceError('invalid_request', 'Pick at least one.'), isOver()]
    const completeSelection = () => Promise.reject(faults.shift())
    await withGateway({ describeSelection, completeSelection }, async (gateway) => {
      const again = await pick(gateway, '')
      expect(again.status).to.equal(400)
      expect(again.text).to.contain('Pick at least one.').and.to.contain('<form')
      const over = await pick(gateway, 'chosen=1')
      expect(over.status).to.equal(404)
      expect(over.text).not.to.contain('<form')
    })
  })

  it('records why it is shown again, and shows a page where it cannot be', async () => {
    const completeSelection = () => Promise.reject(new ServiceError('billing_required'))
    const pages: unknown[] = [await describeSelection(), new ServiceError('rate_limited', 'Wait.', { retryAfter: 6.2 })]
    const describe = async () => {
      const page = pages.shift()
      if (page instanceof Error) throw page
      return page as Awaited<ReturnType<typeof describeSelection>>
    }
    await withGateway({ describeSelection: describe, completeSelection }, async (gateway) => {
      const again = await pick(gateway, 'chosen=1')
      expect([again.status, again.text.includes('<form')]).to.deep.equal([402, true])
      const line = gateway.lines.find(({ requestId }) => requestId === again.headers.get('x-request-id'))
      expect(line?.['code']).to.equal('billing_required')
      const limited = await pick(gateway, 'chosen=1')
      const [type, retryAfter] = ['content-type', 'retry-after'].map((name) => limited.headers.get(name))
      expect([limited.status, type, retryAfter]).to.deep.equal([429, 'text/html; charset=utf-8', '7'])
    })
  })
})

describe('client documents of Carillon', () => {
  it('are JSON, and 404 where there is none', async () => {
    const clientDocument: Service['clientDocument'] = async (_context, platform, name) =>
      platform === 'bluesky' && name === 'jwks.json' ? { keys: [] } : null
    await withGateway({ clientDocument }, async (gateway) => {
      const reply = await get(gateway, '/oauth/bluesky/jwks.json')
      expect([reply.status, reply.text]).to.deep.equal([200, '{"keys":[]}'])
      for (const path of ['/oauth/bluesky/other.json', '/oauth/x/jwks.json', '/oauth/myspace/jwks.json']) {
        expect((await get(gateway, path)).body.error.code, path).to.equal('route_not_found')
      }
    })
  })
})

/** What a store gives whose file ends too early. */
async function* halfOf(bytes: Buffer) {
  yield bytes.subarray(0, bytes.length >> 1)
  throw new Error('the file is gone')
}

describe('public media', () => {
  const bytes = Buffer.from('0123456789')
  const media: PublicMedia = {
    contentType: 'image/png',
    bytes: bytes.length,
    sha256: 'abc0',
    open: async function* ({ start, end } = { start: 0, end: bytes.length - 1 }) {
      yield bytes.subarray(start, end + 1)
    },
  }
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({
      replace: () => ({ openPublicMedia: async (_context, token) => (token === 'good' ? media : null) }),
    })
  })
  after(() => gateway.close())

  it('are sent as bytes that no browser renders', async () => {
    const { status, text, headers } = await get(gateway, '/media/good')
    expect([status, text]).to.deep.equal([200, '0123456789'])
    const names = [
      'content-type',
      'content-length',
      'content-disposition',
      'cache-control',
      'accept-ranges',
      'etag',
      'x-content-type-options',
      'cross-origin-resource-policy',
      'content-security-policy',
    ]
    expect(names.map((name) => headers.get(name))).to.deep.equal([
      'image/png',
      '10',
      'attachment',
      'private, no-store',
      'bytes',
      '"abc0"',
      'nosniff',
      'same-origin',
      "default-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'none';sandbox",
    ])
  })

  it('are sent in parts', async () => {
    const parts: [range: string, status: number, text: string, contentRange: string | null][] = [
      ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=7-99', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=4-2', 200, '0123456789', null],
      ['bytes=0-1,3-4', 200, '0123456789', null],
      ['lines=0-1', 200, '0123456789', null],
      ['bytes=-', 200, '0123456789', null],
    ]
    for (const [range, ...expected] of parts) {
      const { status, text, headers } = await get(gateway, '/media/good', { range })
      expect([status, text, headers.get('content-range')], range).to.deep.equal(expected)
    }
  })

  it('are sent on from where they broke off only while they are the same', async () => {
    const goOn = async (tag: string) => (await get(gateway, '/media/good', { range: 'bytes=7-', 'if-range': tag })).text
    expect(await goOn('"abc0"')).to.equal('789')
    for (const other of ['"abc1"', 'W/"abc0"', 'Fri, 20 Nov 2026 10:00:00 GMT']) {
      expect(await goOn(other), other).to.equal('0123456789')
    }
  })

  it('tell their size to HEAD', async () => {
    const { status, text, headers } = await gateway.ask('HEAD', '/media/good', { authorization: null })
    expect([status, text, headers.get('content-length')]).to.deep.equal([200, '', '10'])
  })

  it('are cut off when they cannot be read to their end, which is noted', async () => {
    const broken = { ...media, open: () => halfOf(bytes) }
    const failing = await startGateway({
      installation: gateway.installation,
      replace: () => ({ openPublicMedia: async () => broken }),
    })
    const failure = await fetch(`${failing.url}/media/good`)
      .then((response) => response.text())
      .catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(TypeError)
    const noted = failing.lines.filter(({ message }) => message === 'media response aborted')
    expect(noted).to.have.length(1)
    expect(noted[0]).to.have.property('requestId').that.is.a('string')
    await failing.close()
  })

  it('are not there for another token, in any other way', async () => {
    const reply = await get(gateway, '/media/bad')
    expect([reply.status, reply.body.error.code]).to.deep.equal([404, 'route_not_found'])
    for (const path of ['/media', '/media/', '/media/..%2fgood', '/media/good/']) {
      expect((await get(gateway, path)).status, path).to.equal(404)
    }
  })
})

describe('for operators and developers', () => {
  it('health says whether the process responds, readiness whether it can work', async () => {
    const states = [
      { database: true, migrations: true },
      { database: true, migrations: false },
    ]
    const readiness = async () => states.shift() ?? Promise.reject(new Error('down'))
    await withGateway({ readiness }, async (gateway) => {
      expect((await get(gateway, '/healthz')).body).to.deep.equal({ status: 'ok' })
      expect((await get(gateway, '/readyz')).status).to.equal(200)
      const late = await get(gateway, '/readyz')
      expect(late.status).to.equal(503)
      expect(late.body).to.deep.equal({ status: 'unavailable', database: true, migrations: false, stopping: false })
      expect((await get(gateway, '/readyz')).status).to.equal(503)
    })
  })

  it('metrics count by route template and status, without a name or id', async () => {
    await withGateway({}, async (gateway) => {
      await gateway.ask('GET', '/api/v1/profiles')
      await gateway.ask('GET', '/api/v1/profiles/0199d1b2-0000-7000-8000-00000000000c')
      await get(gateway, '/somewhere/else')
      const { text } = await get(gateway, '/metrics')
      expect(text).to.contain(
        'carillon_http_request_duration_seconds_count{operation="profiles.list",status="200",waits="nothing"} 1',
      )
      expect(text).to.contain('operation="profiles.get",status="404"').and.to.contain('operation="none",status="404"')
      expect(text).to.contain('process_resident_memory_bytes').and.not.to.contain('0199d1b2').and.not.to.contain('else')
    })
  })

  it('the document names this server and is sent once', async () => {
    await withGateway({}, async (gateway) => {
      const { headers, body } = await get(gateway, '/api/v1/openapi.json')
      expect(body).to.have.nested.property('servers[0].variables.gateway.default', 'http://127.0.0.1')
      const tag = headers.get('etag')
      for (const known of [tag, `W/${tag}`, `"other", W/${tag}`, '*']) {
        const again = await get(gateway, '/api/v1/openapi.json', { 'if-none-match': known })
        expect([again.status, again.text, again.headers.get('etag')], String(known)).to.deep.equal([304, '', tag])
      }
      expect((await get(gateway, '/api/v1/openapi.json', { 'if-none-match': '"other"' })).status).to.equal(200)
    })
  })
})
