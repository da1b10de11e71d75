import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { readRows } from '../src/csv/read-rows.ts'
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

describe('a CSV file', () => {
  let home: CliHome
  let service: ScriptedService
  let file: string
  let stored: Map<string, object>
  let onPost: (request: Sent, count: number) => Reply
  let onValidate: (request: Sent) => Reply

  const requestIdOf = ({ headers }: Sent) => String(headers['x-request-id'])
  const posts = () => service.sent.filter(({ method, path }) => method === 'POST' && path === '/posts')
  const texts = () => posts().map(({ body }) => JSON.parse(body).text)
  const lines = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const publish = (more: readonly string[] = []) => ['publish', '--csv', 'posts.csv', '--publish-within', '1', ...more]

  const store = (request: Sent) => {
    const one = publishOf(requestIdOf(request))
    stored.set(requestIdOf(request), one)
    return { status: 201, body: one }
  }

  beforeEach(async () => {
    home = await cliHome()
    file = join(home.dir, 'posts.csv')
    await writeFile(
      file,
      `account,text\n${accountId},One\n${accountId},"Two, with a comma"\n${accountId},Three\n${accountId},One\n`,
    )
    stored = new Map()
    onPost = store
    onValidate = ({ body }) => ({ body: { valid: !body.includes('Three'), problems: [], media: [] } })
    service = await scriptedService((request): Reply => {
      const { method, path, query } = request
      if (path === '/accounts') return { body: { accounts: [account], errors: [] } }
      if (path === '/posts/validate') return onValidate(request)
      if (method === 'POST' && path === '/posts') return onPost(request, posts().length)
      const found = stored.get(query.get('requestId') ?? '')
      return { body: { publishes: found ? [found] : [], nextCursor: null } }
    })
  })
  afterEach(async () => {
    service.close()
    await home.remove()
  })

  it('has a request id for each row that follows from its content, equal rows included', async () => {
    const ids = async (run = '') => (await readRows(file, run)).map(({ requestId }) => requestId)
    const before = await ids()
    expect(new Set(before)).to.have.property('size', 4)
    await appendFile(file, `${accountId},Four\n`)
    expect((await ids()).slice(0, 4)).to.deep.equal(before)
    expect(await ids('second')).to.not.include.members(before)
  })

  it('is not begun if a file of its last row cannot be read', async () => {
    await writeFile(file, `account,text,media\n${accountId},One,\n${accountId},Two,missing.png\n`)
    const ran = await home.run(publish(), { env: service.env })
    expect(ran.code, ran.stderr).to.equal(2)
    expect(ran.stderr).to.match(/Row 2: .*missing\.png cannot be read: ENOENT\./)
    expect(posts()).to.deep.equal([])
  })

  it('is published row by row, and not again', async () => {
    const first = await home.run(publish(), { env: service.env })
    expect(first.code, first.stderr).to.equal(0)
    expect(texts().toSorted()).to.deep.equal(['One', 'One', 'Three', 'Two, with a comma'])
    expect(lines(first.stdout).map(({ status }) => status)).to.deep.equal(Array.from({ length: 4 }, () => 'published'))
    const again = await home.run(publish(), { env: service.env })
    expect(again.code, again.stderr).to.equal(0)
    expect(posts()).to.have.length(4)
    // Also without the journal: the service knows the request ids.
    await writeFile(`${file}.carillon.jsonl`, '')
    expect((await home.run(publish(), { env: service.env })).code).to.equal(0)
    expect(posts()).to.have.length(4)
    const named = await home.run(publish(['--run', 'second']), { env: service.env })
    expect(named.code, named.stderr).to.equal(0)
    expect(posts()).to.have.length(8)
  })

  it('is continued after the run was killed, however the journal was cut off', async () => {
    let kill = () => {}
    onPost = (request, count) => {
      if (count !== 2) return store(request)
      store(request)
      kill()
      return { isHung: true }
    }
    const killed = await home.run(publish(['--concurrency', '1']), {
      env: service.env,
      onStart: (child) => {
        kill = () => child.kill('SIGKILL')
      },
    })
    expect(killed.code).to.equal(null)
    await appendFile(`${file}.carillon.jsonl`, '{"requestId":"csv-')
    onPost = store
    const ran = await home.run(publish(), { env: service.env })
    expect(ran.code, ran.stderr).to.equal(0)
    expect(posts()).to.have.length(4)
    expect(
      lines(ran.stdout)
        .map(({ row }) => row)
        .toSorted(),
    ).to.deep.equal([1, 2, 3, 4])
    // What was written after the torn line is read again.
    const journal = await readFile(`${file}.carillon.jsonl`, 'utf8')
    expect(journal.split('\n').filter((line) => line.includes('"end"'))).to.have.length(4)
  })

  it('stops with Ctrl-C, and says how to continue', async () => {
    let interrupt = () => {}
    onPost = (request) => {
      store(request)
      interrupt()
      return { isHung: true }
    }
    const ran = await home.run(publish(['--concurrency', '1']), {
      env: service.env,
      onStart: (child) => {
        interrupt = () => child.kill('SIGINT')
      },
    })
    expect(ran.code, ran.stderr).to.equal(6)
    expect(lines(ran.stdout)[0]).to.include({ row: 1, status: 'unknown' })
    expect(ran.stderr).to.contain('Run the same command again')
    expect(posts()).to.have.length(1)
  })

  it('exits with the worst code of its rows, and goes on after a rejected one', async () => {
    onPost = (request) =>
      request.body.includes('Two')
        ? { status: 422, body: { error: { code: 'invalid_image', message: 'No.' } } }
        : store(request)
    const ran = await home.run(publish(), { env: service.env })
    expect(ran.code, ran.stderr).to.equal(3)
    const rejected = lines(ran.stdout).find(({ row }) => row === 2)
    expect(rejected).to.include({ status: 'not_published' })
    expect(rejected.error).to.include({ code: 'invalid_image' })
    expect(stored).to.have.property('size', 3)
  })

  it('stops without access, which its exit code says', async () => {
    onPost = (request, count) => (count === 1 ? store(request) : { status: 401, body: errorBody('unauthorized') })
    const ran = await home.run(publish(['--concurrency', '1']), { env: service.env })
    expect(ran.code, ran.stderr).to.equal(4)
    expect(posts()).to.have.length(2)
    expect(ran.stderr).to.contain('1 of 4 rows are done.').and.to.contain('Run the same command again')
  })

  it('is checked without publishing anything', async () => {
    const ran = await home.run(publish(['--dry-run']), { env: service.env })
    expect(ran.code, ran.stderr).to.equal(3)
    expect(lines(ran.stdout).filter(({ valid }) => valid)).to.have.length(3)
    expect(posts()).to.deep.equal([])
  })

  it('is checked to its end although a row cannot be checked', async () => {
    const valid = onValidate
    onValidate = (request) =>
      request.body.includes('Two')
        ? { status: 404, body: { error: { code: 'account_not_found', message: 'No.' } } }
        : valid(request)
    const ran = await home.run(publish(['--dry-run', '--concurrency', '1']), { env: service.env })
    expect(ran.code, ran.stderr).to.equal(3)
    expect(lines(ran.stdout).map(({ row }) => row)).to.deep.equal([1, 2, 3, 4])
    expect(lines(ran.stdout)[1].error).to.include({ code: 'account_not_found' })
    expect(ran.stderr).to.contain('2 of 4 rows would be accepted.')
    expect(posts()).to.deep.equal([])
  })

  for (const [title, content, words] of [
    ['a column that is not a field', `account,text,colour\n${accountId},One,red\n`, 'no field colour'],
    ['a column constructor', `account,text,constructor\n${accountId},One,red\n`, 'no field constructor'],
    ['a column __proto__', `account,text,__proto__\n${accountId},One,red\n`, 'no field __proto__'],
    ['a row without an account', 'account,text\n,One\n', 'Row 1 has no account'],
    [
      'no column of accounts',
      `acount,text\n${accountId},One\n`,
      'no column account. Its first row names: acount, text',
    ],
    ['semicolons between its columns', `account;text\n${accountId};One\n`, 'The columns are separated by commas'],
    ['nothing in it', '', 'is empty'],
    [
      'a local time without a zone',
      `account,text,at\n${accountId},One,2030-01-01T10:00\n`,
      'Row 1: --at is a local time',
    ],
    [
      'a zone without a time',
      `account,text,time_zone\n${accountId},One,Europe/Berlin\n`,
      'Row 1: --time-zone needs --at',
    ],
    [
      'a field that names another account',
      `account,text,accountId\n${accountId},One,00000000-0000-4000-8000-000000000009\n`,
      'Row 1: The field accountId is also given by the account',
    ],
    ['two columns of one name', `account,text,text\n${accountId},One,Two\n`, 'has several columns text'],
    [
      'more alternative texts than files',
      `account,media,alt\n${accountId},a.png;b.png,One;Two;Three\n`,
      'Row 1 has more alt texts than media files',
    ],
    ['an alternative text without a file', `account,text,alt\n${accountId},One,Oven\n`, 'more alt texts than media'],
    ['a quotation mark that is not closed', `account,text\n${accountId},"One\n`, 'not valid CSV'],
  ] as const) {
    it(`with ${title} is rejected before anything is sent`, async () => {
      await writeFile(file, content)
      const ran = await home.run(publish(), { env: service.env })
      expect(ran.code, ran.stderr).to.equal(2)
      expect(ran.stderr).to.contain(words)
      expect(posts()).to.deep.equal([])
    })
  }

  it('has alternative texts in the order of its files, and semicolons in that of a single file', async () => {
    await writeFile(
      file,
      `account,media,alt\n${accountId},a.png; b.png;c.png,; Bread;;\n${accountId},a.png,Bread; and an oven\n`,
    )
    const texts = (await readRows(file, '')).map(({ post }) => post.media.map(({ altText }) => altText))
    expect(texts).to.deep.equal([[undefined, 'Bread', undefined], ['Bread; and an oven']])
  })

  for (const words of [
    ['--at', '2099-12-24T18:00:00Z'],
    ['--time-zone', 'Europe/Berlin'],
    ['--media', 'oven.jpg'],
    ['--alt', 'An oven'],
    ['--media-field', 'video'],
    ['--field', 'privacy_status=private'],
    ['--request-id', 'order-17'],
    ['--account', accountId],
  ]) {
    it(`is not published with ${words[0]}, which would not apply to its rows`, async () => {
      const ran = await home.run(publish(words), { env: service.env })
      expect(ran.code, ran.stderr).to.equal(2)
      expect(ran.stderr).to.contain(words[0])
      expect(service.sent).to.deep.equal([])
    })
  }
})
