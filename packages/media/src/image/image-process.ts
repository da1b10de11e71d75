import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { MediaFault } from '../media-fault.ts'
import { storeUnavailable } from '../store/failure.ts'
import { noCapacity } from './concurrency-limit.ts'
import type { ImageResults, ImageWork } from './work.ts'

/**
 * The reply to a task: its result, a message about an unusable image (`fault`), the error of the file system if the
 * image cannot be read (`unreadable`), or an internal error (`failure`).
 */
export type ImageReply =
  | { result: ImageResults[ImageWork['kind']] }
  | { fault: string }
  | { unreadable: string }
  | { failure: string }

/** The exit of an image process that ended before it replied. */
export interface ProcessExit {
  signal: NodeJS.Signals | null
  /** True if the process was ended because the task took too long. */
  late: boolean
  /** True if the process has written that it got no memory. */
  lacksMemory: boolean
}

interface ProcessOptions {
  script: URL
  /** The timeout of a task in ms of wall-clock time. */
  wallMs: number
}

/** A child process that handles one image at a time. */
export interface ImageProcess {
  /** Returns whether the process can be sent a task. */
  isAlive(): boolean
  /** Sends a task and waits for the reply. Resolves with `died` if the process ends before it replies. */
  ask(work: ImageWork): Promise<ImageReply | { died: ProcessExit }>
  /** Ends the process at once, also during a task. */
  end(): void
}

/** How V8 and the library of C++ call a lack of memory on standard error before they abort the process. */
const outOfMemory = /out of memory|bad_alloc/

const keptCharacters = 16_384

/** Collects the end of what a process writes to standard error, without keeping this process running. */
function lastWords({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-keptCharacters)
  })
  if (stderr instanceof Socket) stderr.unref()
  return () => text
}

/**
 * Starts a child process that runs `script` and handles one image task at a time. A task that takes longer than
 * `wallMs` ms ends the process. The process receives no settings and no secrets, and while it is idle it does not keep
 * its parent process running.
 */
export function startImageProcess({ script, wallMs }: ProcessOptions): ImageProcess {
  const child: ChildProcess = fork(script, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // With a single arena, memory of large images is returned to the system.
    env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '1' },
  })
  const words = lastWords(child)
  let alive = true
  let late = false
  let finish: (reply: ImageReply | { died: ProcessExit }) => void = () => {}
  const gone = (signal: NodeJS.Signals | null) => {
    alive = false
    finish({ died: { signal, late, lacksMemory: outOfMemory.test(words()) } })
  }
  child.on('message', (reply: ImageReply) => finish(reply))
  // After `exit`, when standard error has been read.
  child.once('close', (_code, signal) => gone(signal))
  child.once('error', () => gone(null))
  const rest = () => {
    child.unref()
    child.channel?.unref()
  }
  rest()
  return {
    isAlive: () => alive && child.connected,
    async ask(work) {
      // It was not started: without descriptors for its pipe, it has no `send`.
      if (!child.connected) return { died: { signal: null, late, lacksMemory: false } }
      child.ref()
      child.channel?.ref()
      const timer = setTimeout(() => {
        late = true
        child.kill('SIGKILL')
      }, wallMs)
      const replied = new Promise<ImageReply | { died: ProcessExit }>((resolve) => {
        finish = resolve
      })
      // A task that cannot be sent is followed by the end of the process.
      child.send(work, (error) => error && gone(null))
      const reply = await replied
      clearTimeout(timer)
      rest()
      return reply
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/**
 * Returns the result in a reply of an image process.
 * @throws MediaFault if the image is unusable; ServiceError `database_error` if its file cannot be read; Error after an
 *   internal error
 */
export function resultOf(reply: ImageReply): ImageResults[ImageWork['kind']] {
  if ('fault' in reply) throw new MediaFault(reply.fault)
  if ('unreadable' in reply) throw storeUnavailable(new Error(reply.unreadable))
  if ('failure' in reply) throw new Error(`an image could not be worked on: ${reply.failure}`)
  return reply.result
}

/**
 * The signals by which a process ends if a decoder crashes. SIGTRAP is not one of them: V8 and GLib raise it when they
 * get no memory. V8 and the library of C++ also abort then.
 */
const crashSignals: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'])

/**
 * Throws the error for a task whose process ended before it replied.
 * @throws ServiceError `temporarily_unavailable` if the time was exceeded, if the process lacked memory, or if it
 *   exited or was ended by a signal that is not a crash; MediaFault if it crashed, which means that the image crashes
 *   decoders
 */
export function throwProcessFailure({ signal, late, lacksMemory }: ProcessExit): never {
  if (late || lacksMemory || !crashSignals.has(signal)) {
    throw noCapacity()
  }
  throw new MediaFault('cannot be decoded: it is damaged; export the image again')
}
