import { type ExternalWriteAttemptRow, listAttempts } from '@carillon/database'
import type { ErrorCode } from '@carillon/errors'
import type { ClaimedWrite } from './write-kind.ts'

/**
 * Returns the attempts of a step up to the attempt `number`, oldest first. They begin after the last earlier one that
 * took effect, because a write may have several steps of the same name.
 */
export function attemptsUpTo(
  attempts: readonly ExternalWriteAttemptRow[],
  { step, number }: Pick<ExternalWriteAttemptRow, 'step' | 'number'>,
): ExternalWriteAttemptRow[] {
  const same = attempts.filter((attempt) => attempt.step === step && attempt.number <= number)
  const earlier = same.filter((attempt) => attempt.number < number)
  const last = earlier.findLastIndex(({ outcome }) => outcome === 'succeeded' || outcome === 'reconciled')
  return same.slice(last + 1)
}

/**
 * Returns the time from which the network may show an effect of the attempts: the start of the first attempt with the
 * outcome `absent`, whose effect may have become visible only after the probes; without such an attempt, the start of
 * the last one. Undefined if `attempts` is empty.
 * @param attempts the attempts of the step, as `attemptsUpTo` returns them
 */
export function firstStart(attempts: readonly ExternalWriteAttemptRow[]): Date | undefined {
  return (attempts.find(({ outcome }) => outcome === 'absent') ?? attempts.at(-1))?.startedAt
}

/**
 * Reads the attempts of the open step of a write since the last one that took effect, oldest first. Empty if no step is
 * open.
 */
export async function attemptsOfStep({ context, row }: ClaimedWrite): Promise<ExternalWriteAttemptRow[]> {
  const { openStep, attempt } = row
  if (openStep === null) return []
  return attemptsUpTo(await listAttempts(context.db, row.id), { step: openStep, number: attempt })
}

/** Reads the earlier attempts of the open step whose effects no probe has found, but may still appear, oldest first. */
export async function absentAttempts(run: ClaimedWrite): Promise<ExternalWriteAttemptRow[]> {
  return (await attemptsOfStep(run)).filter(({ outcome }) => outcome === 'absent')
}

/** The code of the error with which networks reject the repetition of a call that has taken effect. */
export const duplicateCode: ErrorCode = 'duplicate_post'

/**
 * Returns whether the network may have rejected the call as a duplicate of an earlier attempt whose effect the probes
 * did not find (outcome `absent`): the network then has to be queried once more. False if the latest such attempt was
 * itself rejected as a duplicate, because the network was queried again after that rejection and showed no effect.
 * @param code the code of the error with which the call was rejected
 */
export async function landedLate(run: ClaimedWrite, code: ErrorCode): Promise<boolean> {
  if (code !== duplicateCode) return false
  const before = (await absentAttempts(run)).at(-1)
  return before !== undefined && before.errorCode !== duplicateCode
}
