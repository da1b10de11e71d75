// Decodes images, one at a time, in a process without secrets that can be ended at any moment.
import { createReadStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { MediaFault } from '../media-fault.ts'
import type { ImageReply } from './image-process.ts'
import { doImageWork, type ImageWork } from './work.ts'

/**
 * The CPU time in ms that one image may take, keyed by the kind of task. Unlike wall-clock time, it does not depend on
 * the load of the machine.
 */
const cpuLimitMs: Readonly<Record<ImageWork['kind'], number>> = { header: 5_000, decode: 20_000, encode: 60_000 }
const lookEveryMs = 100

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function reply(message: ImageReply, then: () => void = () => {}): void {
  process.send?.(message, then)
}

/**
 * Starts to limit the CPU time of a task: if it exceeds `cpuLimitMs`, replies with a fault and ends the process,
 * because work in the library's threads cannot be interrupted. Returns the timer, which the caller clears after the
 * task.
 */
function watch({ kind }: ImageWork): NodeJS.Timeout {
  const limit = cpuMs() + cpuLimitMs[kind]
  const timer = setInterval(() => {
    if (cpuMs() < limit) return
    clearInterval(timer)
    const fault = `takes more than ${cpuLimitMs[kind] / 1000} seconds to decode; send a simpler or smaller image`
    reply({ fault }, () => process.kill(process.pid, 'SIGKILL'))
  }, lookEveryMs)
  return timer
}

async function respond(work: ImageWork): Promise<void> {
  const timer = watch(work)
  try {
    reply({ result: await doImageWork(work) })
  } finally {
    clearInterval(timer)
  }
}

/** Returns the error of the file system if a file cannot be read to its end; undefined if it can. */
async function readError(path: string): Promise<unknown> {
  return finished(createReadStream(path).resume()).then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Returns whether a task failed because the library, whose errors have no codes, got no memory or no thread. */
function lacksResources(error: unknown): boolean {
  return /(?:out of|insufficient) memory|memory error|creating thread/i.test(
    String(error instanceof MediaFault ? error.cause : error),
  )
}

/**
 * Replies that a task has failed. To a decoder, a file that cannot be read looks like a damaged image, so the file is
 * read first. So does one for which it gets no memory or thread: the process then ends, as it does if V8 gets none.
 */
async function replyWithError({ source }: ImageWork, error: unknown): Promise<void> {
  if (lacksResources(error)) process.kill(process.pid, 'SIGKILL')
  const unreadable = typeof source === 'string' ? await readError(source) : undefined
  if (unreadable !== undefined) reply({ unreadable: String(unreadable) })
  else if (error instanceof MediaFault) reply({ fault: error.message })
  else reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

process.on('message', (work: ImageWork) => respond(work).catch((error: unknown) => replyWithError(work, error)))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
