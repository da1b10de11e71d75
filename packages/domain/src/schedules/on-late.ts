/**
 * The actions for a post that could not be published in time: `hold` it until it is released, `publish` it late, or
 * `fail` it.
 */
export const lateActions = ['hold', 'publish', 'fail'] as const
export type LateAction = (typeof lateActions)[number]

/** The rule for a post that could not be published in time: what happens `afterMinutes` minutes after it was due. */
export interface OnLate {
  afterMinutes: number
  then: LateAction
}

const usual: OnLate = { afterMinutes: 60, then: 'hold' }

/** Returns the rule for a late post as a request sent it, completed with the defaults: `hold` after 60 minutes. */
export function onLateOf(sent: { afterMinutes?: number; then?: LateAction } = {}): OnLate {
  return { ...usual, ...sent }
}
