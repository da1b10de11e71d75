import { expect } from 'chai'
import { createPageCache, type RenderedPage } from '../../../src/process-state/pages/page-cache.ts'

describe('the page cache', () => {
  const pageOf = (etag: string, bytes = 10): RenderedPage => ({ etag, json: [], bytes })

  function counted(maxBytes: number) {
    const cache = createPageCache({ maxBytes })
    const rendered: string[] = []
    const previous: (string | undefined)[] = []
    const get = (key: string, etag: string, bytes?: number) =>
      cache.get(key, etag, async (known) => {
        rendered.push(`${key} ${etag}`)
        previous.push(known?.etag)
        return pageOf(etag, bytes)
      })
    return { get, rendered, previous }
  }

  it('renders a version once, for all that want it at the same time and later', async () => {
    const { get, rendered } = counted(100)
    const pages = await Promise.all([get('a', '1'), get('a', '1')])
    expect(await get('a', '1')).to.equal(pages[0])
    expect(pages[0]).to.equal(pages[1])
    expect(rendered).to.deep.equal(['a 1'])
  })

  it('renders another version from the one before', async () => {
    const { get, previous } = counted(100)
    await get('a', '1')
    await get('a', '2')
    expect(previous).to.deep.equal([undefined, '1'])
  })

  it('forgets the pages that were read longest ago when it is full', async () => {
    const { get, rendered } = counted(20)
    await get('a', '1')
    await get('b', '1')
    await get('a', '1')
    await get('c', '1')
    await get('a', '1')
    expect(rendered).to.deep.equal(['a 1', 'b 1', 'c 1'])
    await get('b', '1')
    expect(rendered).to.deep.equal(['a 1', 'b 1', 'c 1', 'b 1'])
  })

  it('does not keep a page that is larger than the cache, nor the version before it', async () => {
    const { get, rendered, previous } = counted(20)
    await get('a', '1')
    await get('a', '2', 21)
    await get('a', '2', 21)
    expect(rendered).to.deep.equal(['a 1', 'a 2', 'a 2'])
    expect(previous).to.deep.equal([undefined, '1', undefined])
  })

  it('renders again after a failure', async () => {
    const cache = createPageCache({ maxBytes: 20 })
    const failed = await cache.get('a', '1', () => Promise.reject(new Error('no connection'))).catch(String)
    expect(failed).to.equal('Error: no connection')
    expect(await cache.get('a', '1', async () => pageOf('1'))).to.deep.equal(pageOf('1'))
  })
})
