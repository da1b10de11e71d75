import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from 'chai'

const entry = JSON.stringify(new URL('../../src/image/image-pool.ts', import.meta.url).href)

/**
 * A process that uses its pool once, stops the image process, as one stands still in its start for want of threads, and
 * ends.
 */
const script = `
  const { readFileSync } = await import('node:fs')
  const { imagePool } = await import(${entry})
  await imagePool.run({ kind: 'header', source: '' }, { pixels: 1, bytes: 1, owner: 'one' }).catch(() => {})
  const pid = Number(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'))
  process.kill(pid, 'SIGSTOP')
  process.stdout.write(String(pid), () => process.exit())
`

/** Returns whether a process has ended, also if its parent has not read its exit status yet. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return true
  }
}

describe('an image process that does not run on', () => {
  it('is ended with the process that has started it', async function () {
    if (!existsSync(`/proc/self/task/${process.pid}/children`)) this.skip()
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let pid = ''
    child.stdout.on('data', (chunk) => {
      pid += chunk
    })
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.match(pid, /^\d+$/)
    const end = Date.now() + 30_000
    while (!hasEnded(Number(pid)) && Date.now() < end) await sleep(10)
    const isGone = hasEnded(Number(pid))
    if (!isGone) process.kill(Number(pid), 'SIGKILL')
    assert.isTrue(isGone, 'the image process runs on')
  })
})
