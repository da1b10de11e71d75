/** Takes lines, each with its end. */
export interface Destination {
  write(lines: string): void
}

export interface Lines extends Destination {
  /** Writes a line together with those that follow it within the next 200 ms, and before any line of `write`. */
  writeSoon(line: string): void
  /** Writes what waits. */
  flush(): void
}

/** Milliseconds that a line may wait, and characters that may wait together: what a killed process can lose. */
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
 * Writes log lines in the order in which they were logged; some lines wait briefly so that they can be written
 * together.
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
