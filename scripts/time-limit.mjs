// A thread that ends its process, and all that this process has started, after a time. A timer of the process itself
// would never fire while a test loops without waiting for anything.
import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** Ids of the processes that a process has started, and of those that they have started. */
function descendantsOf(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const one of found) found.push(...rows.filter(([, parent]) => parent === one).map(([id]) => id))
  return found.slice(1)
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

const { limitMs } = workerData
await sleep(limitMs)
writeSync(2, `${process.cwd()}: the tests have not ended within ${limitMs / 1000} seconds\n`)
for (const pid of [...descendantsOf(process.pid), process.pid]) kill(pid)
