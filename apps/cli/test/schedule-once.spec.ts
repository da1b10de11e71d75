import { expect } from 'chai'
import { type CliHome, cliHome } from './cli-process.ts'
import { account, accountId, type Reply, type ScriptedService, type Sent, scriptedService } from './scripted-service.ts'

const words = [
  'publish',
  'Fresh bread',
  '--account',
  accountId,
  '--at',
  '2099-12-24T18:00:00Z',
  '--publish-within',
  '1',
]

describe('a schedule from the command line', () => {
  let home: CliHome
  let service: ScriptedService
  let stored: Map<string, object>
  let onPost: (request: Sent) => Reply

  const requestIdOf = ({ headers }: Sent) => String(headers['x-request-id'])
  const posts = () => service.sent.filter(({ method }) => method === 'POST')

  beforeEach(async () => {
    home = await cliHome()
    stored = new Map()
    service = await scriptedService((request): Reply => {
      if (request.path === '/accounts') return { body: { accounts: [account], errors: [] } }
      if (request.path !== '/schedules')
        return { status: 404, body: { error: { code: 'route_not_found', message: '' } } }
      if (request.method === 'POST') return onPost(request)
      const found = stored.get(request.query.get('requestId') ?? '')
      return { body: { schedules: found ? [found] : [], nextCursor: null } }
    })
  })
  afterEach(async () => {
    service.close()
    await home.remove()
  })

  const store = (request: Sent) => {
    const schedule = { scheduleId: 's1', requestId: requestIdOf(request), status: 'scheduled' }
    stored.set(schedule.requestId, schedule)
    return schedule
  }

  it('is looked up after a lost response, and not sent again', async () => {
    onPost = (request) => {
      store(request)
      return { isLost: true }
    }
    const ran = await home.run(words, { env: service.env })
    expect(ran.code, ran.stderr).to.equal(0)
    expect(ran.json).to.include({ scheduleId: 's1', status: 'scheduled' })
    expect(posts()).to.have.length(1)
  })

  it('is sent again if nothing was stored and nothing will be', async () => {
    onPost = (request) => (posts().length === 1 ? { isLost: true } : { status: 201, body: store(request) })
    const ran = await home.run(words, { env: service.env })
    expect(ran.code, ran.stderr).to.equal(0)
    const [first, second] = posts()
    expect(second && requestIdOf(second)).to.equal(first && requestIdOf(first))
  })

  it('of an earlier run is returned, also by the operation alone', async () => {
    onPost = (request) => ({ status: 201, body: store(request) })
    const named = ['--request-id', 'order-17']
    expect((await home.run([...words, ...named], { env: service.env })).code).to.equal(0)
    const again = await home.run([...words, ...named], { env: service.env })
    expect(again.json).to.include({ scheduleId: 's1' })
    const fields = ['publishAt=2099-12-24T18:00:00Z', 'post.platform=x', `post.accountId=${accountId}`, 'post.text=Hi']
    const api = ['api', 'schedules.create', ...fields.flatMap((field) => ['--field', field]), ...named]
    const called = await home.run(api, { env: service.env })
    expect(called.code, called.stderr).to.equal(0)
    expect(called.json).to.include({ scheduleId: 's1' })
    expect(posts()).to.have.length(1)
  })
})
