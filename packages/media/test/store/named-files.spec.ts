import promises, { readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type S3Server, startS3 } from '@carillon/testkit'
import { expect } from 'chai'
import { createDiskFiles, type NamedFiles } from '../../src/store/named-files.ts'
import { openS3Files, openS3Store } from '../../src/store/open-s3.ts'
import { scratchDir } from './scratch.ts'

describe('named files', () => {
  let scratch: Awaited<ReturnType<typeof scratchDir>>
  let server: S3Server

  before(async () => {
    scratch = await scratchDir()
    server = await startS3(join(scratch.dir, 's3'))
  })
  after(async () => {
    await server.stop()
    await scratch.clean()
  })

  const kinds: Record<string, () => Promise<NamedFiles>> = {
    'in a folder': async () => createDiskFiles(join(scratch.dir, 'files')),
    'in a bucket': () => openS3Files({ ...server.options, prefix: 'spool/' }),
  }
  for (const [where, open] of Object.entries(kinds)) {
    it(`${where} are listed, read, replaced and removed by name`, async () => {
      const files = await open()
      expect(await files.list()).to.deep.equal([])
      expect(await files.read('a.json')).to.equal(null)
      await files.put('a.json', Buffer.from('one'))
      await files.put('b.json', Buffer.from('two'))
      await files.put('a.json', Buffer.from('three'))
      expect((await files.list()).toSorted()).to.deep.equal(['a.json', 'b.json'])
      expect(String(await files.read('a.json'))).to.equal('three')
      await files.remove('a.json')
      await files.remove('a.json')
      expect(await files.list()).to.deep.equal(['b.json'])
    })
  }

  it('in a bucket are apart from its media, which nobody sweeps with them', async () => {
    const files = await openS3Files({ ...server.options, prefix: 'spool/' })
    await files.put('c.json', Buffer.from('kept'))
    const store = await openS3Store(server.options)
    await store.sweep(new Date(Date.now() + 60_000), async () => new Set())
    expect(String(await files.read('c.json'))).to.equal('kept')
  })

  it('in a folder are durable under their name, which a loss of power would otherwise take', async () => {
    const dir = join(scratch.dir, 'durable')
    const calls: string[] = []
    const { open, rename } = promises
    promises.open = async (...given) => {
      const handle = await open(...given)
      const sync = handle.sync.bind(handle)
      handle.sync = () => {
        calls.push(`sync ${given[0] === dir ? 'folder' : 'file'}`)
        return sync()
      }
      return handle
    }
    promises.rename = (...given) => {
      calls.push('rename')
      return rename(...given)
    }
    syncBuiltinESMExports()
    try {
      await createDiskFiles(dir).put('a.json', Buffer.from('one'))
    } finally {
      Object.assign(promises, { open, rename })
      syncBuiltinESMExports()
    }
    expect(calls).to.deep.equal(['sync file', 'rename', 'sync folder'])
  })

  it('in a folder leave no part behind', async () => {
    const dir = join(scratch.dir, 'whole')
    await createDiskFiles(dir).put('a.json', Buffer.alloc(100_000))
    expect(await readdir(dir)).to.deep.equal(['a.json'])
  })
})
