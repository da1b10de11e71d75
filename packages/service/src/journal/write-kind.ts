import type { Context } from '../context.ts'
import type { ClaimedWriteOf, RunOf, WriteKindOf } from '../write-kind.ts'

export type { Progress, RowOfKind, WritePart } from '../write-kind.ts'

/** A kind of external write (such as a publish), which a feature declares and the journal carries out. */
export type WriteKind<Payload extends object = object, Input = unknown, Result = unknown> = WriteKindOf<
  Context,
  Payload,
  Input,
  Result
>

/** A write that this process carries out, with its row and its kind. */
export type ClaimedWrite = ClaimedWriteOf<Context>

/** One execution of a write by this process, with the write's account and port. */
export type Run = RunOf<Context>
