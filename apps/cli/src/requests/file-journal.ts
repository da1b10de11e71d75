import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestJournal } from '../invocation/request-journal.ts'

/** Writes a file as a whole, and returns when it is on the disk. */
function writeDurably(path: string, text: string): void {
  const whole = `${path}.new`
  const file = openSync(whole, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(whole, path)
}

/**
 * Creates a journal that records writes before they are sent, for a later run to look up. It keeps one file in `folder`
 * for each write whose outcome is not known yet; the first record creates the directory.
 */
export function fileJournal(folder: string): RequestJournal {
  const pathOf = (requestId: string) => join(folder, `${encodeURIComponent(requestId)}.json`)
  return {
    storeBefore(requestId) {
      let text: string
      try {
        text = readFileSync(pathOf(requestId), 'utf8')
      } catch (error) {
        if (Object(error).code === 'ENOENT') return null
        throw error
      }
      const { storeBefore } = Object(JSON.parse(text))
      if (typeof storeBefore !== 'number') throw new Error(`${pathOf(requestId)} is not a note of a request.`)
      return storeBefore
    },
    note(requestId, storeBefore) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeDurably(pathOf(requestId), `${JSON.stringify({ requestId, storeBefore })}\n`)
    },
    forget(requestId) {
      rmSync(pathOf(requestId), { force: true })
    },
  }
}
