import { expect } from 'chai'
import nock from 'nock'
import type { CommentPage } from '../../src/ports/comments.ts'
import { tiktokComments } from '../../src/tiktok/comments/port.ts'
import { intercept } from '../fake-call.ts'
import { accountCall, api } from '../tiktok/network.ts'

const path = '/open_api/v1.3/business/comment'

/** TikTok pages by offset (https://business-api.tiktok.com/portal/docs/api-reference/v1.3, read 2026-11-20). */
describe('pages of TikTok comments', () => {
  intercept()
  /** The ids of the list, in its order, and the offsets at which it was read. */
  let ids: string[]
  let offsets: number[]
  /** The number of comments that TikTok leaves out of each full page. */
  let omitted: number

  beforeEach(() => {
    ids = Array.from({ length: 100 }, (_, index) => String(1000 + index))
    offsets = []
    omitted = 0
    nock(api)
      .persist()
      .get(new RegExp(`${path}/(reply/)?list/`))
      .query(true)
      .reply(200, (request: Request) => {
        const offset = Number(new URL(request.url).searchParams.get('cursor') ?? 0)
        offsets.push(offset)
        const page = ids.slice(offset, offset + 30 - omitted)
        const comments = page.map((id) => ({ comment_id: id, create_time: '1700000000', text: id, owner: false }))
        const cursor = offset + page.length
        return { code: 0, message: 'OK', data: { comments, cursor, has_more: cursor < ids.length } }
      })
  })

  const lists = {
    comments: (cursor: string | null) => tiktokComments.page(call(), { postId: '73', cursor }),
    replies: (cursor: string | null) => tiktokComments.replies(call(), { postId: '73', parentId: '1', cursor }),
  }
  const call = () => accountCall({ scopes: ['comment.list'] })

  /** Reads all pages; `afterPage` is called after each with its number, from 1. */
  async function readAll(read: keyof typeof lists, afterPage: (page: number) => void = () => {}): Promise<string[]> {
    const readPage = lists[read]
    const seen: string[] = []
    let cursor: string | null = null
    for (let page = 1; page < 20; page++) {
      const { comments, next }: CommentPage = await readPage(cursor)
      seen.push(...comments.map(({ id }) => id))
      if (next === null) return seen
      cursor = next
      afterPage(page)
    }
    throw new Error('the list does not end')
  }

  const without = (from: number, to: number) => ids.filter((_, index) => index < from || index >= to)

  for (const read of ['comments', 'replies'] as const) {
    it(`contain all ${read} once if none is deleted`, async () => {
      expect(await readAll(read)).to.deep.equal(ids)
      expect(offsets).to.deep.equal([0, 27, 54, 81])
    })

    const deletions: [string, number, number][] = [
      ['one of the page before is', 4, 5],
      ['twenty of the page before are', 0, 20],
      ['the last ones of the page before are', 25, 30],
    ]
    for (const [name, from, to] of deletions) {
      it(`contain all other ${read} if ${name} deleted between two calls`, async () => {
        const seen = await readAll(read, (page) => {
          if (page === 1) ids = without(from, to)
        })
        expect(seen).to.include.members(ids)
      })
    }

    it(`contain all ${read} if newer ones arrive between two calls`, async () => {
      const before = ids
      const seen = await readAll(read, (page) => {
        ids = [`${2000 + page}`, ...ids]
      })
      expect(seen).to.include.members(before)
    })

    it(`contain all ${read} if they are nearly empty`, async () => {
      omitted = 28
      ids = ids.slice(0, 9)
      expect(await readAll(read)).to.include.members(ids)
    })
  }
})
