import { statfs } from 'node:fs/promises'
import { storeFull } from './failure.ts'
import type { Reservation } from './media-store.ts'

/** Free bytes on the file system of `dir`, as available to unprivileged processes. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

export interface FreeSpaceOptions {
  free: () => Promise<number>
  /** Bytes that must stay free. */
  floor: number
}

/**
 * Keeps uploads from filling the disk: the free space minus reservations that have not been used stays above a floor.
 */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  #announced = 0

  constructor(options: FreeSpaceOptions) {
    this.#options = options
  }

  /**
   * Checks that `bytes` are available.
   * @throws ServiceError `database_error` when fewer are left above the floor
   */
  async check(bytes = 0): Promise<void> {
    const { free, floor } = this.#options
    if ((await free()) - this.#announced - bytes < floor) throw storeFull()
  }

  /** Reserves space immediately, so that simultaneous reservations do not use the same space. */
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
