import { expect } from 'chai'
import { newDraft } from '../../app/pages/compose/draft/draft.ts'
import { forgetLive, keepLive, noteSaved, openDraft } from '../../app/pages/compose/draft/live-drafts.ts'
import { toStored } from '../../app/pages/compose/draft/stored-draft.ts'

describe('the draft that a page opens', () => {
  const draftOf = (title: string) => ({ ...newDraft('draft'), title })
  const storedAt = (title: string, updatedAt: number) => [toStored(draftOf(title), 'profile', updatedAt)]
  const begun = () => draftOf('begun')
  const titleOf = (stored: ReturnType<typeof storedAt>) => openDraft('draft', stored, begun).draft.title
  afterEach(() => forgetLive('draft'))

  it('is the one that was left in this tab', () => {
    keepLive(draftOf('left here'), 5)
    expect(titleOf(storedAt('stored', 5))).to.equal('left here')
    noteSaved('draft', 7)
    expect(titleOf(storedAt('stored', 7))).to.equal('left here')
  })

  it('is the stored one if another tab has changed it since', () => {
    keepLive(draftOf('left here'), 5)
    expect(openDraft('draft', storedAt('changed elsewhere', 6), begun)).to.deep.include({ savedAt: 6 })
    expect(titleOf(storedAt('changed elsewhere', 6))).to.equal('changed elsewhere')
  })

  it('is a new one if another tab has sent or deleted it since', () => {
    keepLive(draftOf('sent elsewhere'), 5)
    expect(titleOf([])).to.equal('begun')
  })

  it('is the one of this tab if the browser stores nothing', () => {
    keepLive(draftOf('left here'), null)
    expect(titleOf([])).to.equal('left here')
  })
})
