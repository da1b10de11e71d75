import { writeSync } from 'node:fs'

/**
 * Writes a line to standard output. A line that cannot be written is lost, as while a disk is full or after a terminal
 * was closed: the installation does not end because of it.
 */
export function say(line: string): void {
  try {
    writeSync(1, `${line}\n`)
  } catch {}
}
