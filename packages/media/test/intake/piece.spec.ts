import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { assert } from 'chai'
import { type PieceOptions, writePiece } from '../../src/intake/piece.ts'
import { MemoryStore } from '../memory-store.ts'

describe('a piece of an upload', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const write = (store: MemoryStore, source: Readable, options: Partial<PieceOptions> = {}) =>
    writePiece(store, source, { maxBytes: 100, checksum: null, signal: new AbortController().signal, ...options })

  /** A source that breaks off after some bytes. */
  function breaking(text: string): Readable {
    const source = new PassThrough()
    source.write(text, () => source.destroy(new Error('gone')))
    return source
  }

  it('is a file of its own', async () => {
    const store = new MemoryStore()
    const checksum = { algorithm: 'sha256', digest: digest('bytes') } as const
    const piece = await write(store, Readable.from([Buffer.from('by'), Buffer.from('tes')]), { checksum })
    assert.equal(piece.outcome, 'stored')
    assert.deepEqual([...store.files.values()].map(String), ['bytes'])
  })

  it('keeps what arrived before its source broke off, unless it cannot be checked', async () => {
    const store = new MemoryStore()
    const piece = await write(store, breaking('some'))
    assert.equal(piece.outcome, 'broken')
    assert.deepEqual([...store.files.values()].map(String), ['some'])
    const checksum = { algorithm: 'sha256', digest: digest('something') } as const
    const unchecked = await write(store, breaking('some'), { checksum })
    assert.deepInclude(unchecked, { outcome: 'broken', file: null })
    assert.lengthOf([...store.files], 1)
    assert.equal(store.opened, 0)
  })

  it('leaves nothing if it is too long or has another checksum', async () => {
    const store = new MemoryStore()
    const long = await write(store, Readable.from([Buffer.alloc(101)]))
    const checksum = { algorithm: 'sha256', digest: digest('other') } as const
    const wrong = await write(store, Readable.from([Buffer.from('bytes')]), { checksum })
    assert.deepEqual([long.outcome, wrong.outcome], ['overflow', 'mismatch'])
    assert.lengthOf([...store.files], 0)
  })
})
