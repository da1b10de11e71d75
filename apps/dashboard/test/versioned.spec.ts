import { expect } from 'chai'
import { readIfChanged } from '../app/data/versioned.ts'

const response = (data: string[] | undefined, etag: string | null) => ({
  data,
  headers: new Headers(etag === null ? {} : { etag }),
})

describe('what is read again', () => {
  it('is asked for with its version, and stays while it has not changed', async () => {
    const first = await readIfChanged(undefined, async (headers) => {
      expect(headers).to.deep.equal({})
      return response(['one'], '"1"')
    })
    expect(first).to.deep.equal({ data: ['one'], etag: '"1"' })
    const second = await readIfChanged(first, async (headers) => {
      expect(headers).to.deep.equal({ 'If-None-Match': '"1"' })
      return response(undefined, '"1"')
    })
    expect(second).to.equal(first)
  })

  it('is replaced with its version once it has changed', async () => {
    const before = { data: ['one'], etag: '"1"' }
    expect(await readIfChanged(before, async () => response(['two'], '"2"'))).to.deep.equal({
      data: ['two'],
      etag: '"2"',
    })
  })

  it('is asked for as a whole where it has no version', async () => {
    const before = { data: ['one'], etag: null }
    await readIfChanged(before, async (headers) => {
      expect(headers).to.deep.equal({})
      return response(['one'], null)
    })
  })

  it('is an error if there is nothing that could stay', async () => {
    const error = await readIfChanged(undefined, async () => response(undefined, '"1"')).catch((thrown) => thrown)
    expect(error).to.be.an('error')
  })
})
