import { exitCodes } from './exit-codes.ts'

/** A stream that a command writes to. */
interface Output {
  write(text: string): unknown
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
}

/** Whether the output of a command was written. */
export interface WatchedOutput {
  /** Aborted when nothing reads standard output any more, such as `head` after its lines. */
  closed: AbortSignal
  /** Returns the exit code of a command that ended with `code`: not 0 if a result could not be written. */
  exitCode(code: number): number
}

/**
 * Watches the output of a process. A closed output never ends the command, which may be about to send something.
 * `onFailure` is called with the exit code when a result cannot be written for another reason, such as a full disk;
 * that may be after the command has ended.
 */
export function watchOutput(
  { stdout, stderr }: { stdout: Output; stderr: Output },
  onFailure: (code: number) => void,
): WatchedOutput {
  const closing = new AbortController()
  let hasFailed = false
  stdout.on('error', ({ code, message }) => {
    if (code === 'EPIPE') return closing.abort()
    if (!hasFailed) stderr.write(`The result could not be written: ${message}\n`)
    hasFailed = true
    onFailure(exitCodes.unforeseen.code)
  })
  // Without a reader, the messages are lost, and nothing else.
  stderr.on('error', () => {})
  return {
    closed: closing.signal,
    exitCode: (code) => (code === exitCodes.done.code && hasFailed ? exitCodes.unforeseen.code : code),
  }
}
