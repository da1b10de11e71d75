import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createFileStore } from '../../src/file-store.ts'

describe('the file store of the sandbox', () => {
  it('keeps a file that several networks get at the same time', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sandbox-files-'))
    const { keep } = createFileStore('http://sandbox.test/files', dir)
    const bytes = Buffer.alloc(4 * 1024 * 1024, 'a')
    const kept = await Promise.all(Array.from({ length: 8 }, () => keep(bytes, 'image/jpeg')))
    const names = new Set(kept.map(({ sha256 }) => sha256))
    expect(await readdir(dir)).to.deep.equal([...names])
    await rm(dir, { recursive: true })
  })
})
