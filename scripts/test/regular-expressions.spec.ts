import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { type Found, findRegularExpressions } from './regular-expressions/find.ts'
import { hostileTexts } from './regular-expressions/hostile-texts.ts'
import type { Progress, Tried } from './regular-expressions/worker.ts'

const root = join(import.meta.dirname, '../..')
const script = new URL('./regular-expressions/worker.ts', import.meta.url)
/**
 * Milliseconds of processor time without a next text after which a worker counts as stuck. A linear expression takes a
 * fraction of one for 50 KB, a quadratic one more than a thousand. A busy machine gives a process less of it in the same time.
 */
const stuckMs = 500

const checkEveryMs = 100

function usedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** Runs the expressions from one of them on; resolves with where the worker is stuck, or null once all came through. */
function stuckAt(tried: readonly Tried[], from: number): Promise<{ index: number; text: string } | null> {
  const progress: Progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(script, { workerData: { tried, from, progress } })
  return new Promise((resolve, reject) => {
    let seen = progress.join()
    let begin = process.cpuUsage()
    const timer = setInterval(() => {
      const now = progress.join()
      if (now !== seen) {
        seen = now
        begin = process.cpuUsage()
      }
      if (usedMs(begin) < stuckMs) return
      clearInterval(timer)
      const [index = from, number = 0] = progress
      resolve({ index, text: `${JSON.stringify(hostileTexts(tried[index]?.source ?? '')[number]?.slice(0, 24))}…` })
      void worker.terminate()
    }, checkEveryMs)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearInterval(timer)
      resolve(null)
    })
  })
}

async function stuckAmong(tried: readonly (Tried & Pick<Found, 'place'>)[]): Promise<string[]> {
  const stuck: string[] = []
  for (let from = 0; from < tried.length; ) {
    const at = await stuckAt(tried, from)
    if (at === null) break
    const { place, source, flags } = tried[at.index] ?? { place: '', source: '', flags: '' }
    stuck.push(`${place}: /${source}/${flags} on ${at.text}`)
    from = at.index + 1
  }
  return stuck
}

describe('regular expressions', function () {
  this.timeout(600_000)
  let found: Found[]
  before(() => {
    found = findRegularExpressions(root)
  })

  it('are found in the sources', () => {
    expect(found.length).to.be.above(50)
    const sources = found.map(({ source }) => source)
    expect(sources).to.include.members(['^[A-Za-z0-9._-]{1,128}$', '^bytes=(\\d{0,15})-(\\d{0,15})$', '[ \\t\\n\\r]*'])
  })

  it('are told where they are quadratic', async () => {
    const quadratic = { place: 'here', source: '\\s*,\\s*', flags: 'g' }
    expect(await stuckAmong([quadratic])).to.have.length(1)
  })

  it('of the redaction, put together from lists, take time in proportion to the text', async () => {
    const source = 'token="a\\\\"; authorization: Bearer a, cookie=b code:c state%3D client_secret api-key'
    expect(await stuckAmong([{ place: 'redactText', source, flags: '', redacting: true }])).to.deep.equal([])
  })

  it('take time in proportion to the text, whatever it is', async () => {
    const distinct = new Map(found.map((each) => [`/${each.source}/${each.flags}`, each]))
    expect(await stuckAmong([...distinct.values()])).to.deep.equal([])
  })
})
