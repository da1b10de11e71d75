import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CliHome, cliHome } from './cli-process.ts'
import {
  account,
  accountId,
  errorBody,
  publishOf,
  type Reply,
  type ScriptedService,
  type Sent,
  scriptedService,
} from './scripted-service.ts'

const publish = ['publish', 'Hello', '--account', accountId]
const event = (id: string) => ({ id, type: 'ping', object: { type: 'ping', id }, data: {} })

const comments = (ids: string[], nextCursor: string | null) => ({
  body: { comments: ids.map((id) => ({ id })), nextCursor, complete: nextCursor === null },
})

describe('output that nothing reads or takes', () => {
  let home: CliHome
  let service: ScriptedService
  let onPost: (request: Sent) => Reply
  const requestIdOf = ({ headers }: Sent) => String(headers['x-request-id'])
  const posts = () => service.sent.filter(({ method, path }) => method === 'POST' && path === '/posts')

  beforeEach(async () => {
    home = await cliHome()
    onPost = (request) => ({ status: 201, body: publishOf(requestIdOf(request)) })
    service = await scriptedService((request): Reply => {
      const { method, path, query } = request
      if (path === '/accounts') return { body: { accounts: [account], errors: [] } }
      if (path === '/profiles') return { body: { profiles: [{ id: 'p1' }], nextCursor: 'more' } }
      if (path === '/comments') return query.has('cursor') ? comments(['2', '1'], null) : comments(['3', '2'], 'c1')
      if (method === 'POST') return onPost(request)
      if (path !== '/events') return { body: { publishes: [], nextCursor: null } }
      if (query.get('cursor') === 'c2') return { isHung: true }
      return { body: { events: [event('e1'), event('e2')], cursor: 'c2', hasMore: false } }
    })
  })
  afterEach(async () => {
    service.close()
    await home.remove()
  })

  it('does not hide that a publish is unknown or was rejected', async () => {
    for (const [reply, code] of [
      [{ status: 201, body: publishOf('r', 'unknown') }, 6],
      [{ status: 422, body: errorBody('invalid_image') }, 3],
      [{ status: 201, body: publishOf('r') }, 0],
    ] as const) {
      onPost = () => reply
      const ran = await home.run(publish, { env: service.env, stdout: 'closed' })
      expect(ran.code, ran.stderr).to.equal(code)
    }
  })

  it('does not keep the rows of a CSV file from being published', async () => {
    await writeFile(
      join(home.dir, 'posts.csv'),
      `account,text\n${['One', 'Two', 'Three'].map((text) => `${accountId},${text}\n`).join('')}`,
    )
    const words = ['publish', '--csv', 'posts.csv', '--concurrency', '1']
    for (const closed of [{ stdout: 'closed' }, { stderr: 'closed' }] as const) {
      const ran = await home.run([...words, '--run', Object.keys(closed).join()], { env: service.env, ...closed })
      expect(ran.code, ran.stderr).to.equal(0)
    }
    expect(posts()).to.have.length(6)
  })

  it('ends what would go on for ever: events, and the pages of a list', async () => {
    for (const words of [
      ['events', 'listen', '--cursor', 'c1'],
      ['profiles', 'list', '--all'],
    ]) {
      const ran = await home.run(words, { env: service.env, stdout: 'closed' })
      expect(ran.code, ran.stderr).to.equal(0)
    }
  })

  it('lists each comment once, although pages contain those that are stored again', async () => {
    const words = ['comments', 'list', '--platform', 'tiktok', '--account-id', accountId, '--all']
    const ran = await home.run(words, { env: service.env })
    expect([ran.code, ran.stdout.match(/\d+/g)]).to.deep.equal([0, ['3', '2', '1']])
  })

  it('1: is no success if it is full', async function () {
    const full = await open('/dev/full', 'w').catch(() => null)
    if (full === null) return this.skip()
    for (const words of [publish, ['whoami']]) {
      const ran = await home.run(words, { env: service.env, stdout: full.fd })
      expect(ran.code, ran.stderr).to.equal(1)
      expect(ran.stderr).to.contain('The result could not be written: ENOSPC')
    }
    await full.close()
  })
})
