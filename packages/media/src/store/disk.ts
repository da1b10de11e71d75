import { randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileSystemError, guarded, hasErrorCode, storeUnavailable } from './failure.ts'
import { checkedId, isFileId } from './file-id.ts'
import { FreeSpace, freeBytes } from './free-space.ts'
import { joinFiles } from './join-files.ts'
import type { ByteRange, MediaStore, MediaWriter, Swept } from './media-store.ts'
import { type StoredEntry, sweepEntries } from './sweep.ts'
import { syncDirectory } from './sync-directory.ts'
import { startWriter, type WriteTarget } from './writer.ts'

export interface DiskStoreOptions {
  dir: string
  /** The number of bytes that must stay free on the file system; 1 GiB if omitted. */
  freeFloor?: number
  // The following are set only by tests.
  /** Returns the id of a new file; a UUID of version 7 if omitted. */
  newId?: () => string
  /** Returns the number of free bytes. */
  free?: (dir: string) => Promise<number>
  /** Opens a new file for writing. */
  openFile?: (path: string) => Promise<FileHandle>
  /** Creates a second name for a file. */
  makeLink?: (from: string, to: string) => Promise<void>
}

const PART = '.part'
/** The number of bytes after which a long upload checks the free space again. */
const CHECK_EVERY = 32 * 1024 * 1024
/**
 * The number of bytes after which a file is flushed to disk while the rest arrives, so that less remains to be flushed
 * at the end.
 */
const SYNC_EVERY = 8 * 1024 * 1024

/** Creates the directory if it does not exist. Only its owner can open it, whatever umask the process has. */
const makeDir = (dir: string) => mkdir(dir, { recursive: true, mode: 0o700 })

interface TargetOptions {
  dir: string
  path: string
  space: FreeSpace
  openFile: (path: string) => Promise<FileHandle>
}

/** Resolves with undefined instead of a missing file. */
function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => (hasErrorCode(error, 'ENOENT') ? undefined : Promise.reject(error)))
}

async function commit(handle: FileHandle, { dir, path }: TargetOptions): Promise<void> {
  await handle.sync()
  await handle.close()
  await rename(path + PART, path)
  await syncDirectory(dir)
}

async function prepare({ dir, path, space, openFile }: TargetOptions): Promise<FileHandle> {
  await makeDir(dir)
  await space.check()
  return openFile(path + PART)
}

/**
 * Flushes a file in parallel with writing, one call at a time. Call `wrote` with the number of bytes after each write.
 * `settled` waits for the flush in progress, and rejects if any flush has failed, since the system reports a failure
 * only once.
 */
function syncBeside(handle: FileHandle) {
  let unsynced = 0
  let syncing: Promise<void> | null = null
  let failure: { cause: unknown } | null = null
  const sync = async () => {
    try {
      await handle.datasync()
    } catch (cause) {
      failure ??= { cause }
    }
    syncing = null
  }
  return {
    wrote(bytes: number): void {
      unsynced += bytes
      if (unsynced < SYNC_EVERY || syncing !== null) return
      unsynced = 0
      syncing = sync()
    },
    async settled(): Promise<void> {
      await syncing
      if (failure) throw failure.cause
    },
  }
}

async function openTarget(options: TargetOptions): Promise<WriteTarget> {
  const { path, space } = options
  const handle = await guarded(prepare(options))
  const beside = syncBeside(handle)
  let sinceCheck = 0
  return {
    async append(chunks) {
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      sinceCheck += bytes
      if (sinceCheck > CHECK_EVERY) {
        await guarded(space.check())
        sinceCheck = 0
      }
      await guarded(writeAll(handle, chunks))
      beside.wrote(bytes)
    },
    async commit() {
      await guarded(beside.settled())
      await guarded(commit(handle, options))
    },
    async discard() {
      await beside.settled().catch(() => {})
      // The sweep removes what cannot be removed now; the original error is reported.
      await handle.close().catch(() => {})
      for (const name of [path + PART, path]) await rm(name, { force: true }).catch(() => {})
    },
  }
}

async function writeAll(handle: FileHandle, chunks: Uint8Array[]): Promise<void> {
  let rest = chunks
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest)
    rest = without(rest, bytesWritten)
  }
}

function without(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.length)
    left -= skipped
    return skipped === chunk.length ? [] : [chunk.subarray(skipped)]
  })
}

/** The codes of file systems without hard links, and of a file that has as many as it can have. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

interface LinkOptions {
  dir: string
  from: string
  to: string
  makeLink: (from: string, to: string) => Promise<void>
}

/**
 * Creates a second name for a file; false if the file system does not. Files are never changed, so that two names count
 * as two files. Both get the age of the newer name, which the sweep uses.
 */
async function linkFile({ dir, from, to, makeLink }: LinkOptions): Promise<boolean> {
  try {
    await makeLink(join(dir, from), join(dir, to))
  } catch (error) {
    if (hasErrorCode(error, ...withoutLinks)) return false
    throw error
  }
  const now = new Date()
  await utimes(join(dir, to), now, now)
  await syncDirectory(dir)
  return true
}

/**
 * Reads a file, which is opened only when the first bytes are requested: a stream that nobody reads, such as the body
 * of a call that could not be made, would keep it open.
 */
async function* read(path: string, { start = 0, end = Number.POSITIVE_INFINITY }: ByteRange): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { start, end, highWaterMark: 256 * 1024 })
  } catch (error) {
    throw fileSystemError(error, storeUnavailable)
  }
}

async function* entries(dir: string) {
  for await (const entry of await opendir(dir)) {
    const found = await stat(join(dir, entry.name)).catch(() => null)
    if (!found?.isFile()) continue
    const abandoned = entry.name.endsWith(PART)
    const id = abandoned ? entry.name.slice(0, -PART.length) : entry.name
    if (isFileId(id)) yield { key: entry.name, id, abandoned, modifiedAt: found.mtime }
  }
}

/**
 * Creates a media store on a local or shared volume. Each file is named by its id, with the suffix `.part` until it is
 * complete. The directory is created when it is first needed, not by this call.
 */
export function createDiskStore(options: DiskStoreOptions): MediaStore {
  const { dir, freeFloor = 1024 ** 3, newId = randomUUIDv7, free = freeBytes, makeLink = link } = options
  const openFile = options.openFile ?? ((path: string) => open(path, 'wx', 0o600))
  const space = new FreeSpace({ free: () => free(dir), floor: freeFloor })

  async function sweep(olderThan: Date, isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<Swept> {
    await makeDir(dir)
    const remove = ({ key }: StoredEntry) => rm(join(dir, key), { force: true })
    return sweepEntries(entries(dir), { olderThan, isReferenced, remove })
  }

  const store: MediaStore = {
    create({ reservation } = {}): MediaWriter {
      const id = newId()
      const path = join(dir, checkedId(id))
      return startWriter({ id, reservation, open: () => openTarget({ dir, path, space, openFile }) })
    },
    open: (id, range = {}) => Readable.from(read(join(dir, checkedId(id)), range), { objectMode: false }),
    async stat(id) {
      const found = await guarded(unlessMissing(stat(join(dir, checkedId(id)))), storeUnavailable)
      return found ? { bytes: found.size, modifiedAt: found.mtime } : null
    },
    async copy(id) {
      const [from, to] = [checkedId(id), checkedId(newId())]
      const isLinked = await guarded(unlessMissing(linkFile({ dir, from, to, makeLink })))
      if (isLinked) return to
      return isLinked === undefined || (await store.stat(id)) === null ? null : (await joinFiles(store, [id])).id
    },
    remove: async (id) => guarded(rm(join(dir, checkedId(id)), { force: true }), storeUnavailable),
    sweep,
    async reserve(bytes) {
      await guarded(makeDir(dir))
      return guarded(space.reserve(bytes))
    },
    presignedUrl: async () => null,
    localPath: (id) => join(dir, checkedId(id)),
  }
  return store
}
