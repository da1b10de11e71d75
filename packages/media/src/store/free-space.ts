import { statfs } from 'node:fs/promises'
import { storeFull } from './failure.ts'
import type { Reservation } from './media-store.ts'

/** Free bytes of the file system that holds `dir`, as an unprivileged process may use them. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

export interface FreeSpaceOptions {
  free: () => Promise<number>
  /** Bytes that must stay free. */
  floor: number
}

/** Keeps uploads from filling the disk: what is free, less what was announced and has not arrived, stays above a floor. */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  #announced = 0

  constructor(options: FreeSpaceOptions) {
    this.#options = options
  }

  /** Throws `database_error` when fewer than `bytes` are left above the floor. */
  async check(bytes = 0): Promise<void> {
    const { free, floor } = this.#options
    if ((await free()) - this.#announced - bytes < floor) throw storeFull()
  }

  /** Sets room aside; counted at once, so that announcements that arrive together do not all pass on the same room. */
  async reserve(bytes: number): Promise<Reservation> {
    let left = bytes
    this.#announced += bytes
    const consume = (used: number) => {
      const taken = Math.min(used, left)
      left -= taken
      this.#announced -= taken
    }
    const reservation = { consume, release: () => consume(left) }
    try {
      await this.check()
    } catch (error) {
      reservation.release()
      throw error
    }
    return reservation
  }
}
