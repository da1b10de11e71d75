import { setTimeout as wait } from 'node:timers/promises'
import type { Host } from '../call.ts'
import { statusError } from '../errors.ts'
import type { PhoneNumber } from '../records.ts'
import type { DeliveryPlan, Message } from '../state.ts'
import { statusChange } from './values.ts'

/** The time in ms before the first status of a message, and between two statuses. */
const STEP_MS = 150

type Status = DeliveryPlan['sequence'][number]

const ORDER: Record<Message['status'], number> = { received: 0, accepted: 0, sent: 1, delivered: 2, read: 3, failed: 4 }

/**
 * Returns the statuses in the order in which they are reported. `step` is the position of a status in `sequence`, from
 * 0.
 */
function reported({ sequence, shuffle, duplicate }: DeliveryPlan): { status: Status; step: number }[] {
  const steps = sequence.map((status, step) => ({ status, step }))
  const ordered = shuffle ? [...steps.slice(-1), ...steps.slice(0, -1)] : steps
  return duplicate ? ordered.flatMap((one) => [one, one]) : ordered
}

/**
 * Returns the status-specific fields of a status webhook: the error of `failed`, the pricing of `sent` and `delivered`,
 * or of `read` without `delivered`.
 */
function detailsOf(status: Status, { errorCode, sequence }: DeliveryPlan, category: string): Record<string, unknown> {
  if (status === 'failed') return { errors: [statusError(errorCode)] }
  if (status === 'read' && sequence.includes('delivered')) return {}
  return { pricing: { billable: category !== 'service', pricing_model: 'PMP', category, type: 'regular' } }
}

/**
 * Sends webhooks with the statuses of a message, as `state.delivery` specifies at the time of the call. Returns
 * immediately; the webhooks are sent in the background, at least 150 ms apart. `category` is the pricing category that
 * they contain: `service`, or the category of the message's template in lower case.
 */
export function reportStatuses(
  { state, webhooks }: Host,
  { message, number, category }: { message: Message; number: PhoneNumber; category: string },
): void {
  const plan = structuredClone(state.delivery)
  const run = async () => {
    for (const { status, step } of reported(plan)) {
      await wait(STEP_MS, undefined, { ref: false, signal: webhooks.signal })
      if (ORDER[status] > ORDER[message.status]) message.status = status
      if (status === 'failed') message.errorCode = plan.errorCode
      const at = message.createdAt + step * STEP_MS
      await webhooks.deliver([statusChange(number, message, { status, at, more: detailsOf(status, plan, category) })])
    }
  }
  run().catch((error: Error) => {
    if (error.name !== 'AbortError') process.emitWarning(error)
  })
}
