import { assert } from 'chai'
import { readJson } from '../../src/intake/read-json.ts'
import { writeStream } from '../../src/store/write-stream.ts'
import { MemoryStore } from '../memory-store.ts'

const piece = Buffer.alloc(64 * 1024, 'A')
const pieces = Array.from({ length: 32 }, () => piece)

/** How many turns of the event loop others got while `work` ran over data that was already there. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let counted = 0
  let over = false
  const count = () => {
    if (over) return
    counted += 1
    setImmediate(count)
  }
  setImmediate(count)
  await work()
  over = true
  return counted
}

async function* from(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part)
}

describe('turns of the event loop', () => {
  for (const field of ['base64', 'text']) {
    it(`are given to others every 128 KiB of a JSON body, whether it is stored or not: ${field}`, async () => {
      const options = { store: new MemoryStore(), maxEncodedLength: 1e8, maxSkeletonBytes: 1e8 }
      const turns = await turnsDuring(() => readJson(from(`{"${field}":"`, ...pieces, '"}'), options))
      assert.isAtLeast(turns, 16)
    })
  }

  it('are given to others every 128 KiB of a file', async () => {
    assert.isAtLeast(await turnsDuring(() => writeStream(new MemoryStore(), from(...pieces))), 16)
  })
})
