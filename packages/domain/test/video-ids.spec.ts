import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import fc from 'fast-check'
import { parseVideoIds } from '../src/index.ts'

function rejected(sent: string, max = 20): boolean {
  try {
    parseVideoIds(sent, max)
    return false
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).and.to.include({ code: 'invalid_request', status: 400 })
    expect((error as ServiceError).details)
      .to.have.nested.property('[0].path')
      .that.deep.equals(['videoIds'])
    return true
  }
}

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/)

describe('videoIds', () => {
  it('are null if not sent', () => {
    expect(parseVideoIds(undefined, 20)).to.equal(null)
  })

  it('keep their order, each once', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 60 }), (ids) => {
        expect(parseVideoIds(ids.join(','), 60)).to.deep.equal([...new Set(ids)])
      }),
    )
  })

  it('are counted without duplicates', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => `v${at}`)
    expect(parseVideoIds([...twenty, ...twenty].join(','), 20)).to.have.length(20)
    expect(rejected([...twenty, 'v20'].join(','))).to.equal(true)
  })

  it('have no empty item', () => {
    for (const sent of ['', ',', 'a,', ',a', 'a,,b', 'a, ,b']) expect(rejected(sent), sent).to.equal(true)
    expect(parseVideoIds('a, b', 20)).to.deep.equal(['a', 'b'])
  })
})
