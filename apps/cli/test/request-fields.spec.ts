import { expect } from 'chai'
import { optionName } from '../src/fields/option-name.ts'
import { givenField, requestFields } from '../src/fields/request-fields.ts'
import { fieldsOf } from '../src/options/options-of.ts'
import { requestedPost } from '../src/posts/requested-post.ts'
import { givenBody } from '../src/runs/call-operation.ts'
import { UsageError } from '../src/usage-error.ts'

const of = (operation: Parameters<typeof fieldsOf>[0], ...texts: string[]) =>
  requestFields(fieldsOf(operation), texts.map(givenField))

describe('fields of a request', () => {
  it('of a post are given once: neither the account, the text nor the files in another way', () => {
    const media = [{ path: 'a.mp4', altText: undefined }]
    const account = { platform: 'youtube' as const, accountId: 'a1' }
    const post = (...texts: string[]) =>
      requestedPost(account, { text: 'Bread', media, mediaField: undefined, fields: texts.map(givenField) })
    expect(post('platform=youtube', 'description=Fresh').body).to.deep.equal({
      ...account,
      title: 'Bread',
      description: 'Fresh',
    })
    for (const text of ['title=Rolls', 'accountId=a2', 'platform=x', 'video.url=https://a.example/b.mp4'])
      expect(() => post(text), text).to.throw(UsageError, text.split(/[.=]/)[0] ?? '')
  })

  it('go where the operation takes them, with their types', () => {
    const { path, query } = of('webhookEndpoints.deliveries.list', 'endpointId=e1', 'status=failed')
    expect([path, query]).to.deep.equal([{ endpointId: 'e1' }, { status: 'failed' }])
    const { headers } = of('schedules.cancel', 'scheduleId=s1', 'If-Match="1"')
    expect(headers).to.deep.equal({ 'If-Match': '"1"' })
    expect(
      of('keys.create', 'name=1', 'scopes=posts:write', 'scopes=events:read', 'budgets.publishesPerDay=20').body,
    ).to.deep.equal({
      name: '1',
      scopes: ['posts:write', 'events:read'],
      budgets: { publishesPerDay: 20 },
    })
  })

  it('take texts as they are, equal signs, quotation marks and commercial ats included', () => {
    const text = '@grace.test "1=2" [not a list] true'
    expect(of('posts.publish', `text=${text}`).body).to.deep.equal({ text })
  })

  it('take JSON for objects and lists of objects, and names of the client within free objects', () => {
    expect(of('posts.publish', 'thread=[{"text": "two"}]', 'made_for_kids=false').body).to.deep.equal({
      thread: [{ text: 'two' }],
      made_for_kids: false,
    })
    expect(of('profiles.create', 'name=a', 'metadata.plan=gold').body).to.deep.equal({
      name: 'a',
      metadata: { plan: 'gold' },
    })
  })

  it('take a time as a text or as a local time in a zone', () => {
    expect(of('schedules.update', 'scheduleId=s', 'publishAt=2030-01-01T10:00:00Z').body).to.deep.equal({
      publishAt: '2030-01-01T10:00:00Z',
    })
    expect(
      of('schedules.update', 'scheduleId=s', 'publishAt.local=2030-01-01T10:00', 'publishAt.timeZone=UTC').body,
    ).to.deep.equal({
      publishAt: { local: '2030-01-01T10:00', timeZone: 'UTC' },
    })
  })

  for (const [title, operation, text] of [
    ['a field that does not exist', 'keys.create', 'nam=a'],
    ['a number that is not one', 'keys.create', 'budgets.publishesPerDay=many'],
    ['a truth value that is not one', 'posts.publish', 'made_for_kids=perhaps'],
    ['a missing parameter of the path', 'keys.delete', ''],
    ['a field without a value', 'keys.create', 'name'],
  ] as const) {
    it(`reject ${title}`, () => {
      expect(() => of(operation, ...(text === '' ? [] : [text]))).to.throw(UsageError)
    })
  }

  for (const [operation, text] of [
    ['profiles.create', 'metadata={"id":9007199254740993}'],
    ['profiles.create', 'metadata={"a \\" b":["-9007199254740993",-9007199254740993]}'],
    ['profiles.create', 'metadata={"share":1,"id":9007199254740993.0}'],
    ['profiles.create', 'metadata={"far":1e400}'],
    ['posts.publish', 'thread=[{"text":"two","x":17841400000000001}]'],
    ['keys.create', 'budgets.publishesPerDay=9007199254740993'],
    ['keys.create', `budgets.publishesPerDay=${'9'.repeat(400)}`],
  ] as const) {
    it(`reject a number that would be sent as another one: ${text.slice(0, 60)}`, () => {
      expect(() => of(operation, text)).to.throw(UsageError, 'beyond 9007199254740991')
    })
  }

  it('reject such a number in a body from standard input', async () => {
    const read = (text: string) => givenBody({ values: { body: '-' }, io: { readAll: async () => text } })
    expect(await read('{"metadata":{"id":1}}')).to.deep.equal({ metadata: { id: 1 } })
    const thrown = await read('{"metadata":{"id":9007199254740993}}').catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(UsageError).with.property('message').that.includes('--body has the number 9007')
  })

  it('take other long numbers, and texts that look like numbers, as they are', () => {
    const metadata =
      '{"max":9007199254740991,"even":9007199254740992,"share":0.30000000000000004,"big":1e+21,"text":"\\"9007199254740993","9007199254740993":1}'
    const { body } = of('profiles.create', `metadata=${metadata}`, 'name=9007199254740993')
    expect(JSON.stringify(body)).to.equal(`{"metadata":${metadata},"name":"9007199254740993"}`)
    expect(of('profiles.create', 'metadata.id=9007199254740993').body).to.deep.equal({
      metadata: { id: '9007199254740993' },
    })
  })

  it('have options in the spelling of command lines', () => {
    expect(['accountId', 'privacy_status', 'If-Match', 'photos[]'].map(optionName)).to.deep.equal([
      ...['account-id', 'privacy-status', 'if-match', 'photos-'],
    ])
  })
})
