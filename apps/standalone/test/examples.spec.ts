import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

/** Replaces what an example cannot know: the account, and where media are. */
function adapted(example: object, { accountId, origin }: { accountId: string; origin: string }): object {
  const text = JSON.stringify({ ...example, accountId })
  return JSON.parse(text.replaceAll('https://media.example.com', origin))
}

describe('the examples of the OpenAPI document', function () {
  this.timeout(120_000)
  let whole: Whole
  let examples: [platform: string, example: object][]

  before(async () => {
    whole = await startWhole()
    const { body } = await whole.call('GET', '/openapi.json')
    const { content } = body.paths['/api/v1/posts'].post.requestBody
    examples = Object.entries<{ value: object }>(content['application/json'].examples).map(([name, { value }]) => [
      name,
      value,
    ])
  })
  after(() => whole.close())

  it('publish a post on every network as they are', async () => {
    const origin = new URL(whole.sandbox.url).origin
    const ended: Record<string, string> = {}
    for (const [platform, example] of examples) {
      const login = platform === 'bluesky' ? { body: { handle: 'ada.test' } } : {}
      const accountId = await whole.connect(platform, login)
      const { status, body } = await whole.call('POST', '/posts', adapted(example, { accountId, origin }))
      expect(status, JSON.stringify(body)).to.be.oneOf([201, 202])
      ended[platform] = (await whole.ended(body.publishId)).status
    }
    expect(ended).to.deep.equal(Object.fromEntries(examples.map(([platform]) => [platform, 'published'])))
  })
})
