import { expect } from 'chai'
import { errorReport } from '../src/error-report.ts'
import { type CliHome, cliHome } from './cli-process.ts'
import {
  account,
  accountId,
  errorBody,
  publishOf,
  type Reply,
  type ScriptedService,
  scriptedService,
} from './scripted-service.ts'

const publish = ['publish', 'Hello', '--account', accountId, '--publish-within', '0.2']

/** What the service responds to a command, and the code with which it exits. */
const table: readonly (readonly [title: string, words: readonly string[], reply: Reply, code: number])[] = [
  ['a success', ['keys', 'list'], { body: { keys: [] } }, 0],
  ['something that does not exist', ['keys', 'delete', 'k1'], { status: 404, body: errorBody('not_found') }, 3],
  [
    'a request that is invalid',
    ['keys', 'create', '--name', ''],
    { status: 400, body: errorBody('invalid_request') },
    3,
  ],
  ['a key that is not valid', ['whoami'], { status: 401, body: errorBody('unauthorized') }, 4],
  ['a scope that is missing', ['keys', 'list'], { status: 403, body: errorBody('insufficient_scope') }, 4],
  [
    'a profile that the key does not have',
    ['keys', 'list'],
    { status: 403, body: errorBody('profile_scope_violation') },
    4,
  ],
  ['a permission that a network has not granted', publish, { status: 403, body: errorBody('missing_permission') }, 3],
  [
    'a limit of the rate',
    ['keys', 'create', '--name', 'a'],
    { status: 429, headers: { 'retry-after': '3600', 'x-should-retry': 'true' }, body: errorBody('rate_limited') },
    5,
  ],
  [
    'a budget that is used up',
    ['keys', 'create', '--name', 'a'],
    { status: 429, headers: { 'x-should-retry': 'false' }, body: errorBody('budget_exhausted') },
    3,
  ],
  ['an error of the service', ['keys', 'create', '--name', 'a'], { status: 500, body: errorBody('internal_error') }, 6],
  ['a lost response to a change', ['keys', 'create', '--name', 'a'], { isLost: true }, 6],
  ['a lost response to a deletion', ['keys', 'delete', 'k1'], { isLost: true }, 6],
  [
    'an error of the service in a deletion',
    ['keys', 'delete', 'k1'],
    { status: 500, body: errorBody('internal_error') },
    6,
  ],
  [
    'a change that was not made',
    ['keys', 'delete', 'k1'],
    {
      status: 503,
      headers: { 'retry-after': '3600', 'x-should-retry': 'true' },
      body: errorBody('temporarily_unavailable'),
    },
    5,
  ],
  [
    'a read that failed',
    ['keys', 'list'],
    { status: 500, headers: { 'retry-after': '3600' }, body: errorBody('internal_error') },
    5,
  ],
  [
    'a page of something else',
    ['keys', 'create', '--name', 'a'],
    { status: 404, headers: { 'content-type': 'text/html' } },
    1,
  ],
  ['a publish', publish, { status: 201, body: publishOf('r') }, 0],
  ['a publish that failed', publish, { status: 201, body: publishOf('r', 'failed') }, 3],
  ['a publish that is unknown', publish, { status: 201, body: publishOf('r', 'unknown') }, 6],
  ['a rejected publish', publish, { status: 422, body: errorBody('invalid_image') }, 3],
  ['a valid post that is only checked', [...publish, '--dry-run'], { body: { valid: true, problems: [] } }, 0],
  ['a post that would be rejected', [...publish, '--dry-run'], { body: { valid: false, problems: [] } }, 3],
  ['an option that does not exist', ['keys', 'list', '--nothing'], {}, 2],
  ['a command that does not exist', ['nothing'], {}, 2],
  ['an argument that is missing', ['keys', 'delete'], {}, 2],
  ['a value that is not of its type', ['publishes', 'resolve'], {}, 2],
  [
    'a zone without a time, for a post that would be published at once',
    [...publish, '--time-zone', 'Europe/Berlin'],
    {},
    2,
  ],
  ['a URL of the sandbox without a scheme', ['connect', 'x', '--sandbox', 'localhost:8090'], {}, 2],
  ['a URL of the sandbox that is invalid', ['connect', 'x', '--sandbox', 'http://['], {}, 2],
  ['a name for a run of rows, for one post', [...publish, '--run', 'again'], {}, 2],
  ['a time that is not one, also if nothing is published', [...publish, '--at', 'tomorrow', '--dry-run'], {}, 2],
]

describe('exit codes', () => {
  let home: CliHome
  let service: ScriptedService
  before(async () => {
    home = await cliHome()
  })
  after(() => home.remove())
  afterEach(() => service?.close())

  for (const [title, words, reply, code] of table) {
    it(`${code}: ${title}`, async () => {
      service = await scriptedService(({ path }) =>
        path === '/accounts' ? { body: { accounts: [account], errors: [] } } : reply,
      )
      const ran = await home.run(words, { env: service.env })
      expect(ran.code, ran.stderr).to.equal(code)
      expect(ran.json, 'standard output is JSON').to.be.an('object')
      if (code !== 0) expect(ran.stderr).to.not.equal('')
      if (code === 2) expect(service.sent).to.deep.equal([])
    })
  }

  it('2: a URL of the service that is invalid', async () => {
    const ran = await home.run(['whoami'], { env: { CARILLON_API_KEY: 'key-1', CARILLON_URL: 'http://[' } })
    expect([ran.code, ran.json.error?.code]).to.deep.equal([2, 'usage'])
    expect(ran.stderr).to.contain('CARILLON_URL takes a URL')
  })

  it('4: a key that is not valid, with what to do', async () => {
    service = await scriptedService(() => ({ status: 401, body: errorBody('unauthorized') }))
    const ran = await home.run(['whoami'], { env: service.env })
    expect(ran.stderr).to.contain('carillon login').and.contain('CARILLON_API_KEY')
  })

  it('5: a service that does not respond in time', () => {
    const { code, output, words } = errorReport(new DOMException('The operation timed out.', 'TimeoutError'))
    expect([code, output]).to.deep.equal([5, { error: { code: 'not_reachable', message: words.split(' Check')[0] } }])
  })

  for (const status of ['processing', 'accepted', 'unknown']) {
    it(`6: a reply of an earlier run that is ${status}`, async () => {
      const write = { id: 'w1', kind: 'reply', status, platform: 'facebook', accountId, error: null, result: null }
      service = await scriptedService(() => ({ body: { writes: [write] } }))
      const reply = ['comments', 'reply', '--platform', 'facebook', '--account-id', accountId, '--parent-id', 'c1']
      const ran = await home.run([...reply, '--message', 'Thanks', '--request-id', 'r1'], { env: service.env })
      expect(ran.code, ran.stderr).to.equal(6)
      expect(ran.json).to.include({ id: 'w1', status })
      expect(ran.stderr).to.contain('request r1')
      expect(service.calls()).to.deep.equal(['GET /writes'])
    })
  }

  /** Runs a command that is interrupted once its request has arrived, which gets no response. */
  async function interrupted(words: readonly string[]) {
    let interrupt = () => {}
    service = await scriptedService(() => {
      interrupt()
      return { isHung: true }
    })
    const onStart = (child: { kill(signal: NodeJS.Signals): void }) => {
      interrupt = () => child.kill('SIGINT')
    }
    return home.run(words, { env: service.env, onStart })
  }

  for (const words of [
    ['accounts', 'disconnect', 'p1', 'a1'],
    ['profiles', 'create', '--name', 'Bakery'],
  ]) {
    it(`6: ${words.slice(0, 2).join(' ')}, interrupted after it was sent`, async () => {
      const ran = await interrupted(words)
      expect(ran.code, ran.stderr).to.equal(6)
      expect(ran.stderr).to.contain('is not known').and.not.contain('nothing was sent')
      expect(ran.json.error).to.include({
        code: 'outcome_unknown',
        requestId: service.sent[0]?.headers['x-request-id'],
      })
    })
  }

  it('6: connect, interrupted while the user has not authorized, with the session that stays open', async () => {
    const session = { connectionSessionId: 's1', status: 'pending', expiresAt: '2026-12-24T18:30:00.000Z' }
    let interrupt = () => {}
    service = await scriptedService(({ method, path }) => {
      if (path === '/profiles') return { body: { profiles: [{ id: 'p1' }] } }
      if (method === 'POST') return { status: 201, body: { ...session, authorizationUrl: 'https://network.example/a' } }
      interrupt()
      return { body: session }
    })
    const onStart = (child: { kill(signal: NodeJS.Signals): void }) => {
      interrupt = () => child.kill('SIGINT')
    }
    const ran = await home.run(['connect', 'tiktok'], { env: service.env, onStart })
    expect(ran.code, ran.stderr).to.equal(6)
    expect(ran.json).to.include(session)
    expect(ran.stderr).to.contain('stays open until 2026-12-24T18:30').and.not.contain('nothing was')
    expect(ran.stderr).to.contain('connections.get --field profileId=p1 --field connectionSessionId=s1')
  })

  it('1: a read that is interrupted, which changed nothing', async () => {
    const ran = await interrupted(['keys', 'list'])
    expect([ran.code, ran.stderr]).to.deep.equal([1, 'Interrupted; nothing was published or changed.\n'])
  })

  for (const [time, words] of [
    ['tomorrow', 'is not a time'],
    ['2026-12-24', 'is not a time'],
    ['2026-12-24T18:00', 'is a local time'],
  ] as const) {
    it(`2: ${time} as the time of a post, which ${words}`, async () => {
      service = await scriptedService(() => ({ body: { accounts: [account], errors: [] } }))
      const ran = await home.run([...publish, '--at', time], { env: service.env })
      expect([ran.code, ran.stderr]).to.satisfy(([code, said]: [number, string]) => code === 2 && said.includes(words))
    })
  }

  it('2: no suggestion of a word that is altogether different', async () => {
    service = await scriptedService(() => ({}))
    const said = async (word: string) => (await home.run([word], { env: service.env })).stderr
    expect(await said('foo')).to.not.contain('Did you mean')
    expect(await said('pubish')).to.contain('Did you mean `carillon publish`?')
  })

  it('3: what a rejection says is said once', async () => {
    const details = [{ path: ['name'], message: 'it is required' }]
    const one = { error: { ...errorBody('invalid_request').error, message: 'name: it is required', details } }
    service = await scriptedService(() => ({ status: 400, body: one }))
    const ran = await home.run(['keys', 'create'], { env: service.env })
    expect(ran.stderr.match(/it is required/g)).to.have.length(1)
    expect(ran.json).to.have.nested.property('error.details[0].message', 'it is required')
  })

  it('5: a service that cannot be reached', async () => {
    service = await scriptedService(() => ({}))
    service.close()
    const ran = await home.run(['keys', 'create', '--name', 'a'], { env: service.env })
    expect(ran.code, ran.stderr).to.equal(5)
    expect(ran.stderr).to.contain('ECONNREFUSED')
  })

  it('2: a URL without its scheme, which cannot be that of a service', async () => {
    for (const url of ['localhost:8080', 'carillon.example.com']) {
      const ran = await home.run(['whoami'], { env: { CARILLON_URL: url, CARILLON_API_KEY: 'key-1' } })
      expect(ran.code, ran.stderr).to.equal(2)
      expect(ran.stderr).to.contain(`CARILLON_URL takes a URL such as https://carillon.example.com, not "${url}".`)
    }
  })

  it('2: a text that begins with a hyphen, with a hint how to pass it', async () => {
    const ran = await home.run(['publish', '-10% today', '--account', accountId])
    expect(ran.code, ran.stderr).to.equal(2)
    expect(ran.stderr).to.contain('A text that begins with a hyphen follows `--` at the end.')
    const other = await home.run(['keys', 'list', '--nothing'])
    expect(other.stderr).to.not.contain('hyphen')
  })

  it('2: a file that cannot be read, before anything is sent', async () => {
    service = await scriptedService(() => ({ body: { accounts: [account], errors: [] } }))
    const missing = 'missing.png cannot be read: ENOENT.'
    for (const words of [
      ['uploads', 'create', 'missing.png'],
      ['publish', 'Hello', '--account', accountId, '--media', 'missing.png'],
    ]) {
      const ran = await home.run(words, { env: service.env })
      expect(ran.code, ran.stderr).to.equal(2)
      expect(ran.stderr).to.contain(missing)
    }
    expect(service.calls().filter((call) => !call.startsWith('GET'))).to.deep.equal([])
  })

  it('4: no key', async () => {
    const ran = await home.run(['whoami'])
    expect(ran.code).to.equal(4)
    expect(ran.stderr).to.contain('carillon login')
  })
})
