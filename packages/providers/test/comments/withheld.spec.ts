import { expect } from 'chai'
import nock from 'nock'
import { instagramComments } from '../../src/instagram/comments/port.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { accountCall, accountId, graph } from '../instagram/network.ts'

const call = () => {
  const made = accountCall()
  return { ...made, account: { ...made.account, scopes: ['instagram_business_manage_comments'] } }
}
const read = (cursor: string | null = null) => instagramComments.page(call(), { postId: '179', cursor })

function mock(path: string, body: object, status = 200): void {
  nock(graph).get(`/v25.0/${path}`).query(true).reply(status, body)
}

describe('a post of which Instagram lists no comments', () => {
  intercept()

  /** Written after https://github.com/diwenne/openreply/issues/64 (read 2026-11-29). */
  const empty = { data: [], paging: { cursors: { before: 'b', after: 'a' } } }

  for (const [name, media, isWithheld] of [
    ['has them withheld if it counts some', { comments_count: 8 }, true],
    ['has none if it counts none', { comments_count: 0 }, false],
    ['has none as far as is known if it counts nothing', {}, false],
  ] as const) {
    it(name, async () => {
      mock('179/comments', empty)
      mock('179', { id: '179', owner: { id: accountId }, ...media })
      expect(await read()).to.deep.equal({ comments: [], next: null, isWithheld })
    })
  }

  it('is not asked for its number after other pages, nor if there are further ones', async () => {
    mock('179/comments', empty)
    expect(await read('a'))
      .to.include({ next: null })
      .and.not.to.have.property('isWithheld')
    mock('179/comments', { data: [], paging: { cursors: { after: 'a' }, next: 'https://graph.instagram.com/next' } })
    expect(await read())
      .to.include({ next: 'a' })
      .and.not.to.have.property('isWithheld')
  })

  it('is not read if its number cannot be', async () => {
    mock('179/comments', empty)
    mock('179', { error: { message: 'Explained by Graph.', code: 2 } }, 500)
    nock(graph)
      .get('/v25.0/179')
      .query(true)
      .times(5)
      .reply(500, { error: { message: 'Explained.', code: 2 } })
    expect(await failureOf(read())).to.include({ code: 'provider_error' })
    nock.cleanAll()
  })
})
