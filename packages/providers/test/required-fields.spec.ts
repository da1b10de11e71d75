import { expect } from 'chai'
import { graphPage, inlinePage } from '../src/meta/graph.ts'
import { requiredId, requiredItems, requiredTime } from '../src/required-fields.ts'

const unreadable = { code: 'provider_error', outcome: 'indeterminate' }

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('fields that a response cannot be read without', () => {
  it('are an id, as a text or a number, and never the word undefined', () => {
    expect([requiredId({ id: '7' }), requiredId({ post_id: 7 }, 'post_id')]).to.deep.equal(['7', '7'])
    for (const fields of [{}, { id: null }, { id: '' }, { id: {} }]) {
      expect(
        thrownBy(() => requiredId(fields)),
        JSON.stringify(fields),
      ).to.include(unreadable)
    }
  })

  it('are a time, in UTC', () => {
    expect(requiredTime({ at: '2026-11-20T12:00:00+0100' }, 'at')).to.equal('2026-11-20T11:00:00.000Z')
    for (const fields of [{}, { at: null }, { at: '' }, { at: 'soon' }, { at: 7 }]) {
      expect(
        thrownBy(() => requiredTime(fields, 'at')),
        JSON.stringify(fields),
      ).to.include(unreadable)
    }
  })

  it('are a list, which is not the same as an empty one', () => {
    expect(requiredItems({ data: [{ id: '1' }, 'x'] }, 'data')).to.deep.equal([{ id: '1' }])
    expect(requiredItems({ data: [] }, 'data')).to.deep.equal([])
    for (const fields of [{}, { data: null }, { data: {} }]) {
      expect(
        thrownBy(() => requiredItems(fields, 'data')),
        JSON.stringify(fields),
      ).to.include(unreadable)
      expect(
        thrownBy(() => graphPage(fields)),
        JSON.stringify(fields),
      ).to.include(unreadable)
    }
  })

  it('are not those of a list inside an object, which is left out where it is empty', () => {
    expect(inlinePage(undefined)).to.deep.equal({ items: [], after: null })
    expect(inlinePage({ data: [{ id: '1' }] }).items).to.deep.equal([{ id: '1' }])
  })
})
