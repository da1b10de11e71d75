import { expect } from 'chai'
import { minute, type Scheduling, startScheduling } from './scheduling.ts'

interface Page {
  schedules: { scheduleId: string }[]
  nextCursor: string | null
}

describe('the list of schedules with very long texts', () => {
  let service: Scheduling
  before(async () => {
    service = await startScheduling()
  })
  after(() => service.close())

  it('comes in shorter pages, which together have each schedule once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n++) {
      const text = n < 5 ? 'x'.repeat(400_000) : 'short'
      const post = { platform: 'bluesky', accountId: service.account.id, text }
      ids.push((await service.create((n + 2) * minute, { post })).scheduleId)
    }
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const query = { limit: 200, ...(cursor !== null && { cursor }) }
      const page: Page = Object(await service.ask('schedules.list', { query }))
      pages.push(page.schedules.map(({ scheduleId }) => scheduleId))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(pages.map(({ length }) => length)).to.deep.equal([2, 2, 3])
    expect(pages.flat()).to.deep.equal(ids)
  })
})
