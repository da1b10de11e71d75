import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { supervise } from '../../src/supervise.ts'

const supervision = JSON.stringify(new URL('../../src/supervise.ts', import.meta.url).href)

/** Supervises a process that ends at once when it is started for the first time. */
const script = `
  const { supervise } = await import(${supervision})
  let starts = 0
  supervise({
    name: 'worker',
    start: async () => ({ ended: ++starts === 1 ? Promise.resolve('1') : new Promise(() => {}), stop: async () => {} }),
    onStart: () => starts === 2 && setTimeout(() => process.send('started again'), 50),
  })
`

describe('the supervision of processes', () => {
  it('goes on when nothing can be written to standard output, as on a full disk', async () => {
    const output = openSync(devNull, 'r')
    const args = ['--input-type=module', '--eval', script]
    const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'inherit', 'ipc'] })
    closeSync(output)
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    child.kill('SIGKILL')
    expect(said).to.equal('started again')
  })

  it('starts no second process beside one that runs when its id cannot be written', async () => {
    const started: number[] = []
    let running = 0
    const third = Promise.withResolvers<void>()
    const { stop } = supervise({
      name: 'worker',
      async start() {
        started.push(running++)
        if (started.length === 3) third.resolve()
        const isLast = started.length > 2
        const ended = isLast ? third.promise.then(() => '1') : sleep(started.length === 1 ? 0 : 1_000, '1')
        return { ended: ended.finally(() => running--), stop: async () => {} }
      },
      onStart() {
        if (started.length > 1) throw new Error('ENOSPC: no space left on device, write')
      },
    })
    await third.promise
    await stop()
    expect(started).to.deep.equal([0, 0, 0])
  })
})
