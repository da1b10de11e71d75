/** What becomes of a post that could not go out in time. */
export const lateActions = ['hold', 'publish', 'fail'] as const
export type LateAction = (typeof lateActions)[number]

/** The rule for posts that could not go out in time. */
export interface OnLate {
  afterMinutes: number
  then: LateAction
}

const usual: OnLate = { afterMinutes: 60, then: 'hold' }

/** The rule with its defaults. */
export function onLateOf(sent: { afterMinutes?: number; then?: LateAction } = {}): OnLate {
  return { ...usual, ...sent }
}
