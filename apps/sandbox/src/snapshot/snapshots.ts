import { mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { dataOf, type Records, restore } from './records.ts'

/** The version of the stored format. */
const FORMAT = 1

interface Stored {
  format: number
  /** The data of the objects, keyed by the names under which `add` was called. */
  records: Record<string, unknown>
}

/** The snapshot of a sandbox's state in a file, by which the state survives the process. */
export interface Snapshots {
  /**
   * Adds objects to the snapshot, and fills them with the data that a previous process has stored under the same names.
   */
  add(records: Records): void
  /**
   * Schedules a snapshot within 100 ms. Has to be called after every change of the state. If the snapshot fails, a
   * process warning is emitted.
   */
  touch(): void
  /** Stores all objects now. Resolves when the file has been written; rejects with Node's error if that fails. */
  save(): Promise<void>
}

/** The time in ms between a change and the snapshot that contains it. */
const DELAY_MS = 100

function read(path: string): Record<string, unknown> {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
  try {
    const { format, records }: Stored = deserialize(bytes)
    if (format === FORMAT) return records
  } catch (cause) {
    throw unreadable(path, { cause })
  }
  throw unreadable(path)
}

function unreadable(path: string, options?: ErrorOptions): Error {
  const advice = 'Remove its directory to start with a new sandbox; accounts have to be connected again then.'
  return new Error(`The sandbox's state in ${path} cannot be read. ${advice}`, options)
}

/** Snapshots that store nothing: the sandbox starts with its seed data each time. */
const NONE: Snapshots = { add() {}, touch() {}, save: async () => {} }

/**
 * Opens the snapshots of a folder. Each snapshot is written completely or not at all: if the process is killed, the
 * previous one remains.
 * @param dir the folder; null to store nothing
 * @throws Error if the folder contains a snapshot that cannot be read
 */
export function openSnapshots(dir: string | null): Snapshots {
  if (dir === null) return NONE
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, 'state')
  const stored = read(path)
  const live: Records = {}
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    // The objects are taken as they are at this moment; references from one to another stay what they are.
    const bytes = serialize({ format: FORMAT, records: dataOf(live) } satisfies Stored)
    await writeFile(`${path}.part`, bytes, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
  function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.catch(() => {}).then(write)
    return writing
  }
  return {
    save,
    add(records) {
      Object.assign(live, records)
      const before = Object.entries(stored).filter(([name]) => Object.hasOwn(records, name))
      restore(records, Object.fromEntries(before))
    },
    touch() {
      // The next change tries again.
      timer ??= setTimeout(() => save().catch(process.emitWarning), DELAY_MS)
    },
  }
}
