/** Receives log lines, each ending with a newline. */
export interface Destination {
  write(lines: string): void
}

export interface Lines extends Destination {
  /** Writes a line together with the lines of the next 200 ms, and before any later line of `write`. */
  writeSoon(line: string): void
  /** Writes the waiting lines. */
  flush(): void
}

/**
 * The time in ms that a line may wait; `maxWaiting` is the number of characters that may wait together. Both limit what
 * is lost if the process is killed.
 */
const maxWaitMs = 200
const maxWaiting = 32 * 1024

/** Functions that write the waiting lines when the process exits. */
const waiting = new Set<() => void>()
let watchesExit = false

function flushOnExit(flush: () => void): void {
  waiting.add(flush)
  if (watchesExit) return
  watchesExit = true
  process.once('exit', () => {
    for (const each of waiting) each()
  })
}

/**
 * Creates an output that writes log lines to `destination` in the order in which they were logged: lines of `write` at
 * once, those of `writeSoon` after up to 200 ms or when 32,768 characters wait, so that several are written together.
 * Waiting lines are also written when the process exits.
 */
export function openLogLines(destination: Destination): Lines {
  let lines = ''
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    const whole = lines
    lines = ''
    waiting.delete(flush)
    destination.write(whole)
  }

  return {
    flush,
    write(line) {
      flush()
      destination.write(line)
    },
    writeSoon(line) {
      lines += line
      if (lines.length >= maxWaiting) return flush()
      if (timer !== undefined) return
      timer = setTimeout(flush, maxWaitMs).unref()
      flushOnExit(flush)
    },
  }
}
