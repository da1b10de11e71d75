// Runs in a thread of its own: ends the process when the event loop of its main thread is blocked.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { BlockedWatch } from './end-when-blocked.ts'
import { lineBuilder } from './line-builder.ts'

const { turns, everyMs, maxStill, name, level }: BlockedWatch = workerData
const build = lineBuilder({ pid: process.pid, name })

let seen = Atomics.load(turns, 0)
let still = 0

function end(): void {
  try {
    // Streams of a thread pass through the main thread, which does nothing any more.
    if (level !== 'silent') writeSync(1, build('fatal', '', 'event loop blocked, ending the process'))
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

setInterval(() => {
  const now = Atomics.load(turns, 0)
  still = now === seen ? still + 1 : 0
  seen = now
  if (still >= maxStill) end()
}, everyMs)
