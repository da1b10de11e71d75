import { Readable } from 'node:stream'
import type { MediaStore, MediaWriter } from '../src/store/media-store.ts'
import { startWriter } from '../src/store/writer.ts'

/** A store that keeps its files in a map, and counts what is open. */
export class MemoryStore implements MediaStore {
  readonly files = new Map<string, Buffer>()
  opened = 0
  #next = 0
  readonly #beforeAppend: () => Promise<void>

  constructor({ beforeAppend = async () => {} } = {}) {
    this.#beforeAppend = beforeAppend
  }

  create(): MediaWriter {
    this.#next += 1
    const id = `00000000-0000-7000-8000-${String(this.#next).padStart(12, '0')}`
    const parts: Uint8Array[] = []
    const open = async () => {
      this.opened += 1
      return {
        append: async (chunks: Uint8Array[]) => {
          await this.#beforeAppend()
          parts.push(...chunks)
        },
        commit: async () => {
          this.opened -= 1
          this.files.set(id, Buffer.concat(parts))
        },
        discard: async () => {
          this.opened -= 1
        },
      }
    }
    return startWriter({ id, open })
  }

  open(id: string, { start = 0, end }: { start?: number; end?: number } = {}): Readable {
    const bytes = this.files.get(id)
    if (!bytes) throw new Error(`no file ${id}`)
    return Readable.from([bytes.subarray(start, end === undefined ? undefined : end + 1)])
  }

  async stat(id: string) {
    const bytes = this.files.get(id)
    return bytes ? { bytes: bytes.length, modifiedAt: new Date(0) } : null
  }

  async copy(id: string) {
    const bytes = this.files.get(id)
    if (!bytes) return null
    this.#next += 1
    const copy = `00000000-0000-7000-8000-${String(this.#next).padStart(12, '0')}`
    this.files.set(copy, bytes)
    return copy
  }

  async remove(id: string) {
    this.files.delete(id)
  }

  async sweep() {
    return { removed: 0, kept: this.files.size }
  }

  async reserve() {
    return { consume: () => {}, release: () => {} }
  }

  async presignedUrl() {
    return null
  }

  localPath() {
    return null
  }
}
