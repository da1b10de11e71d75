/**
 * Notes of writes before they are sent, so that a later run knows until when an earlier one may have had a write stored,
 * even if it was killed.
 */
export interface RequestJournal {
  /** Milliseconds since 1970 until which the write may still be stored; null if it was not sent. */
  storeBefore(requestId: string): number | null
  /** Notes that the write is about to be sent. The note is on the disk when this returns. */
  note(requestId: string, storeBefore: number): void
  /** The outcome is known. */
  forget(requestId: string): void
}
