/**
 * Records writes before they are sent, so that a later run knows until when the write of an earlier run may still be
 * stored, even if that run was killed.
 */
export interface RequestJournal {
  /**
   * Returns the time, in ms since the epoch, until which the write may still be stored; null if no record exists, as
   * the write was not sent or its outcome is known.
   */
  storeBefore(requestId: string): number | null
  /** Records that the write is about to be sent. The record is on the disk when this returns. */
  note(requestId: string, storeBefore: number): void
  /** Removes the record of a write. Called when its outcome is known. */
  forget(requestId: string): void
}
