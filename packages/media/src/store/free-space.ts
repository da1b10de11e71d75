import { statfs } from 'node:fs/promises'
import { storeFull } from './failure.ts'
import type { Reservation } from './media-store.ts'

/** Returns the number of free bytes on the file system of `dir` that unprivileged processes may use. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

interface FreeSpaceOptions {
  /** Returns the number of free bytes. */
  free: () => Promise<number>
  /** The number of bytes that must stay free. */
  floor: number
}

/** Prevents uploads from filling the disk: the free space minus unused reservations must stay above a minimum. */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  #announced = 0

  constructor(options: FreeSpaceOptions) {
    this.#options = options
  }

  /**
   * Checks that `bytes` can be written.
   * @throws ServiceError `database_error` if less than the minimum would stay free
   */
  async check(bytes = 0): Promise<void> {
    const { free, floor } = this.#options
    if ((await free()) - this.#announced - bytes < floor) throw storeFull()
  }

  /**
   * Reserves space at once, so that simultaneous reservations do not use the same space.
   * @throws ServiceError `database_error` if less than the minimum would stay free
   */
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
