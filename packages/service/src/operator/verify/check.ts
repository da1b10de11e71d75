import { asServiceError, type ErrorCode } from '@carillon/errors'
import type { VerifiedCheck } from './report.ts'

/** Something that Carillon can do with an account, to be tried once. */
export interface Check {
  check: string
  run(): Promise<void>
}

/** Ends a check for a reason on our side. The report contains the reason, so it must not name ids or texts of users. */
export class CheckEnd extends Error {
  readonly outcome: 'failed' | 'skipped'

  constructor(outcome: 'failed' | 'skipped', reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

/** A check that is skipped, with the missing precondition. */
export function skippedCheck(check: string, reason: string): Check {
  return {
    check,
    async run() {
      throw new CheckEnd('skipped', reason)
    },
  }
}

/** Codes that say that the account cannot do this, and nothing about the network. */
const inapplicable: readonly ErrorCode[] = [
  'missing_permission',
  'ads_permission_required',
  'page_not_selected',
  'reconnect_required',
  'setup_incomplete',
  'not_supported',
]

/** Runs a check. An error that it throws becomes its outcome. */
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
