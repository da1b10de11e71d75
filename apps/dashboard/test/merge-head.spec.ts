import { expect } from 'chai'
import { type CursorPage, mergeHead } from '../app/data/merge-head.ts'

/** Pages of letters, separated by bars; a star says that more pages follow. */
const pagesOf = (text: string): CursorPage<string>[] => {
  const texts = text.replace('*', '').split('|')
  const isCut = text.endsWith('*')
  return texts.map((items, index) => ({
    items: [...items],
    nextCursor: index < texts.length - 1 || isCut ? `after ${index}` : null,
  }))
}
const merge = (head: string, list: string) => {
  const [first = { items: [], nextCursor: null }] = pagesOf(head)
  const pages = mergeHead(first, pagesOf(list), (item) => item)
  return pages.map(({ items }) => items.join('')).join('|') + (pages.at(-1)?.nextCursor == null ? '' : '*')
}

describe('merging the beginning of a list that was read again', () => {
  it('puts new items before the known ones', () => expect(merge('xab*', 'abc|def')).to.equal('xabc|def'))
  it('drops what the beginning no longer has', () => expect(merge('bc*', 'abc|def')).to.equal('bc|def'))
  it('drops what it no longer has of later pages as well', () => expect(merge('cd*', 'abc|def*')).to.equal('cd|ef*'))
  it('is empty when the beginning is', () => expect(merge('', 'abc*')).to.equal(''))
  it('lists an item once that has come to the front', () => expect(merge('eab*', 'abc|def')).to.equal('eabc|df'))
  it('keeps the list when the last item of the beginning is new', () =>
    expect(merge('xay*', 'abc*')).to.equal('xaybc*'))
  it('begins again when everything at the beginning is new, since others may be missing in between', () =>
    expect(merge('xyz*', 'abc|def*')).to.equal('xyz*'))
  it('is the beginning when nothing follows that', () => expect(merge('xyz', 'abc|def')).to.equal('xyz'))

  it('misses none of the items that come in, however many', () => {
    let pages = pagesOf('cba*')
    for (const head of ['edc*', 'gfe*', 'hgf*', 'jih*']) {
      pages = mergeHead(pagesOf(head)[0] ?? { items: [], nextCursor: null }, pages, (item) => item)
    }
    expect(pages.flatMap(({ items }) => items).join('')).to.equal('jihgfedcba')
  })

  it('takes the new version of an item', () => {
    const pages = mergeHead(
      { items: [{ id: 1, is: 'new' }], nextCursor: 'more' },
      [
        {
          items: [
            { id: 1, is: 'old' },
            { id: 0, is: 'old' },
          ],
          nextCursor: null,
        },
      ],
      ({ id }) => String(id),
    )
    expect(pages.flatMap(({ items }) => items)).to.deep.equal([
      { id: 1, is: 'new' },
      { id: 0, is: 'old' },
    ])
  })
})
