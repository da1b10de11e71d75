import { asServiceError, type ErrorCode } from '@carillon/errors'
import type { VerifiedCheck } from './report.ts'

/**
 * One action that `verify` tries on an account: its name, and the function that performs it and throws if it fails or
 * has to be skipped.
 */
export interface Check {
  check: string
  run(): Promise<void>
}

/**
 * An error thrown to end a check of `verify` for a reason on Carillon's side. The reason is in the report, so it must
 * not contain ids or texts of users.
 */
export class CheckEnd extends Error {
  readonly outcome: 'failed' | 'skipped'

  constructor(outcome: 'failed' | 'skipped', reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

/** Returns a check that is always skipped. `reason` names the precondition that is missing. */
export function skippedCheck(check: string, reason: string): Check {
  return {
    check,
    async run() {
      throw new CheckEnd('skipped', reason)
    },
  }
}

/** Error codes that mean that the account cannot do this; they show nothing wrong with the network. */
const inapplicable: readonly ErrorCode[] = [
  'missing_permission',
  'ads_permission_required',
  'page_not_selected',
  'reconnect_required',
  'setup_incomplete',
  'not_supported',
]

/**
 * Runs a check of `verify` (`run`) and returns its outcome. Never rejects: an error becomes `failed`, or `skipped` if
 * its code says that the account lacks a permission, a Page, a step of its setup or the feature, or that access to it
 * was revoked (`reconnect_required`). A `CheckEnd` has its own outcome.
 */
export async function makeCheck({ check, run }: Check): Promise<VerifiedCheck> {
  try {
    await run()
    return { check, outcome: 'done' }
  } catch (thrown) {
    if (thrown instanceof CheckEnd) return { check, outcome: thrown.outcome, reason: thrown.message }
    const { code } = asServiceError(thrown)
    return { check, outcome: inapplicable.includes(code) ? 'skipped' : 'failed', reason: code }
  }
}
