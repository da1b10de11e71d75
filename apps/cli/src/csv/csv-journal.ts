import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { RequestJournal } from '../invocation/request-journal.ts'

/** The journal of a CSV file: which rows were sent, and how each row has ended. */
export interface CsvJournal extends RequestJournal {
  /** Returns the result of a row that has ended; undefined if it has not. */
  endOf(requestId: string): object | undefined
  /** Records the result of a row that has ended. The record is on the disk when this returns. */
  end(requestId: string, result: object): void
  close(): void
}

interface Line {
  requestId?: string
  storeBefore?: number
  forgotten?: true
  end?: object
}

/** Parses the lines of a journal. The last one may be cut off if the run was killed. */
function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line): Line[] => {
    try {
      return [Object(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/**
 * Opens the journal file of a CSV file, and reads it if it exists; otherwise it is created by the first record. Lines
 * that are not JSON, such as one that was cut off, are ignored. Only one run may have the journal open: call `lockRun`
 * before, and `close` afterwards.
 * @param path the path of the journal, not of the CSV file
 */
export function openCsvJournal(path: string): CsvJournal {
  const sent = new Map<string, number>()
  const ended = new Map<string, object>()
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  for (const { requestId = '', storeBefore, forgotten, end } of linesOf(text)) {
    if (storeBefore !== undefined) sent.set(requestId, storeBefore)
    if (forgotten) sent.delete(requestId)
    if (end !== undefined) ended.set(requestId, end)
  }
  // After a line that was cut off, the next entry begins on a new line.
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  let file: number | undefined
  const write = (line: Line) => {
    const isFirst = file === undefined
    file ??= openSync(path, 'a', 0o600)
    writeSync(file, `${isFirst ? start : ''}${JSON.stringify(line)}\n`)
    fsyncSync(file)
  }
  return {
    storeBefore: (requestId) => sent.get(requestId) ?? null,
    note(requestId, storeBefore) {
      write({ requestId, storeBefore })
      sent.set(requestId, storeBefore)
    },
    forget(requestId) {
      if (sent.delete(requestId)) write({ requestId, forgotten: true })
    },
    endOf: (requestId) => ended.get(requestId),
    end(requestId, end) {
      write({ requestId, end })
      ended.set(requestId, end)
    },
    close() {
      if (file !== undefined) closeSync(file)
    },
  }
}
