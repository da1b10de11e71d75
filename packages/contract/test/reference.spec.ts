import { capabilities, platforms } from '@carillon/domain'
import { errorCodes } from '@carillon/errors'
import { expect } from 'chai'
import { apiPrefix, operationIds, operationRow, referencePages } from '../src/index.ts'

describe('referencePages', () => {
  const pages = referencePages()

  it('gives a row to every code of the catalogue', () => {
    for (const code of errorCodes) expect(pages['errors.md']).to.contain(`| \`${code}\` |`)
  })

  it('gives every row of the matrix a cell for every network', () => {
    for (const { title } of Object.values(capabilities)) {
      const line = pages['capabilities.md']?.split('\n').find((each) => each.startsWith(`| ${title} |`))
      expect(line?.split(' | ').length, title).to.equal(platforms.length + 2)
    }
  })

  it('gives every operation a part of its own', () => {
    for (const id of operationIds) {
      const { method, path } = operationRow(id)
      expect(pages['operations.md']).to.contain(`### ${method.toUpperCase()} ${apiPrefix}${path}\n`)
    }
  })

  it('is the same each time', () => {
    expect(referencePages()).to.deep.equal(pages)
  })
})
