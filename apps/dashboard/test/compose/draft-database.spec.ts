import { expect } from 'chai'
import { newDraft } from '../../app/pages/compose/draft/draft.ts'
import { findDraft, putDraft, removeDraft } from '../../app/pages/compose/draft/draft-database.ts'
import { toStored } from '../../app/pages/compose/draft/stored-draft.ts'
import { fakeDatabase } from './fake-database.ts'

describe('the drafts of the browser', () => {
  let database: ReturnType<typeof fakeDatabase>
  before(() => {
    database = fakeDatabase()
  })
  after(() => database.restore())
  afterEach(() => {
    database.abort = null
  })
  const draft = toStored(newDraft('draft'), 'profile', 1)
  const full = new DOMException('The disk is full.', 'QuotaExceededError')
  const failure = (work: Promise<unknown>) => work.then(() => 'none', String)

  it('are stored once the transaction has ended, which can fail after the request has succeeded', async () => {
    database.abort = full
    expect(await failure(putDraft(draft))).to.equal(String(full))
    expect(await findDraft('draft')).to.equal(undefined)
    database.abort = null
    await putDraft(draft)
    database.abort = full
    expect(await failure(removeDraft('draft'))).to.equal(String(full))
    expect(await findDraft('draft')).to.equal(draft)
  })
})
