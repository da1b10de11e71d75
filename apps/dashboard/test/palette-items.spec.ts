import { expect } from 'chai'
import { matching } from '../app/shell/palette-items.ts'

const items = [
  { key: 'a', kind: 'Page', label: 'API keys', to: '/keys' },
  { key: 'b', kind: 'Page', label: 'Publishes', to: '/publishes' },
  { key: 'c', kind: 'X account', label: 'Mira publishes', words: '0199d1b2', to: '/accounts/1' },
]
const keys = (typed: string) => matching(items, typed).map(({ key }) => key)

describe('the command palette', () => {
  it('lists everything before something is typed', () => expect(keys('')).to.deep.equal(['a', 'b', 'c']))

  it('finds by parts of words, those first that begin so', () => {
    expect(keys('pub')).to.deep.equal(['b', 'c'])
    expect(keys('x mira')).to.deep.equal(['c'])
    expect(keys('0199d1b2')).to.deep.equal(['c'])
    expect(keys('nothing')).to.deep.equal([])
  })

  it('takes a whole id for that of a publish or a request, as far as those pages are offered', () => {
    const id = '0199d1b2-1111-7000-8a3b-0c6a5e1f2d4b'
    expect(matching([], id).map(({ to }) => to)).to.deep.equal([
      `/publishes/${id}`,
      `/requests?request=${id}`,
      `/activity?about=${id}`,
    ])
    expect(matching([], id, (to) => to.startsWith('/publishes')).map(({ key }) => key)).to.deep.equal(['publish'])
  })
})
