/**
 * The events of a process that ask it to end: signals, of which SIGHUP comes from a terminal that is closed, and
 * `disconnect`, which means that its parent is gone.
 */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const

export interface SignalOptions {
  /** Finishes the work in flight. It must have its own time limit and end the process when that has passed. */
  drain(): Promise<void>
  /** Called with the error if `drain` rejects. It has to end the process. */
  onFailed(error: unknown): void
}

/**
 * Makes SIGINT, SIGTERM, SIGHUP and the loss of the parent end the process: with `drain`, which finishes the work in
 * flight, and exit code 0. A second SIGINT or a second SIGTERM ends it at once, with exit code 1. Other events that
 * follow the first one change nothing: a terminal sends its signal to all its processes, and a supervisor among them
 * then sends another one, and a shell sends SIGHUP beside the terminal.
 */
export function drainOnSignal({ drain, onFailed }: SignalOptions): void {
  const seen = new Set<string>()
  for (const ending of endings) {
    process.on(ending, () => {
      const isRepeated = seen.has(ending) && (ending === 'SIGINT' || ending === 'SIGTERM')
      if (isRepeated) return process.exit(1)
      const isFirst = seen.size === 0
      seen.add(ending)
      if (isFirst) drain().then(() => process.exit(0), onFailed)
    })
  }
}
