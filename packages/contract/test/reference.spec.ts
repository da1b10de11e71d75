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

  it('names one platform where an operation serves no other', () => {
    const parts = (pages['operations.md'] ?? '').split('### ')
    for (const id of operationIds) {
      const { method, path, platform } = operationRow(id)
      if (platform === undefined) continue
      const part = parts.find((each) => each.startsWith(`${method.toUpperCase()} ${apiPrefix}${path}\n`))
      expect(part, id).to.contain(`Platforms: ${platform}.`)
    }
  })

  it('is the same each time', () => {
    expect(referencePages()).to.deep.equal(pages)
  })
})
