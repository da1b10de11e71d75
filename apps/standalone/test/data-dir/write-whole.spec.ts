import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { writeWholeText } from '../../src/write-whole.ts'

describe('a file that is written whole', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'carillon-whole-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code })
  }

  it('is written also where the file system does not synchronize folders', () => {
    for (const code of ['EINVAL', 'ENOTSUP', 'EBADF']) {
      writeWholeText(join(dir, 'keys'), `${code}\n`, failing(code))
      expect(readFileSync(join(dir, 'keys'), 'utf8')).to.equal(`${code}\n`)
    }
    expect(readdirSync(dir)).to.deep.equal(['keys'])
  })

  it('is not called written if its folder could not be', () => {
    expect(() => writeWholeText(join(dir, 'keys'), 'text', failing('EIO'))).to.throw('EIO')
  })
})
