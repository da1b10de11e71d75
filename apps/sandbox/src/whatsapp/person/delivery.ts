import { allowFields, flag } from '../../comments/actions.ts'
import type { Host } from '../call.ts'
import { cloudError } from '../errors.ts'
import { type DeliveryPlan, USUAL_DELIVERY } from '../state.ts'
import { type Body, whole } from './body.ts'

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
const MAX_REJECTIONS = 1000

function sequenceOf(body: Body): DeliveryPlan['sequence'] {
  const given = body['sequence'] ?? USUAL_DELIVERY.sequence
  if (!Array.isArray(given)) throw new RangeError(`sequence: a list of ${STATUSES.join(', ')}`)
  return given.map((asked) => {
    const status = STATUSES.find((one) => one === asked)
    if (status === undefined) throw new RangeError(`sequence: a list of ${STATUSES.join(', ')}`)
    return status
  })
}

function codeOf(body: Body, name: string, fallback: number): number {
  const code = body[name] ?? fallback
  if (!Number.isInteger(code)) throw new RangeError(`${name}: a whole number`)
  cloudError(Number(code))
  return Number(code)
}

/**
 * Handles `POST /person/delivery`: sets how messages sent from now on are reported. `sequence` lists the statuses in
 * order (default: sent, delivered, read). `errorCode` is the code of the status `failed` (default: 131026). `shuffle`
 * reports the last status first, and `duplicate` each status twice (default of both: false). Returns the settings.
 * @throws RangeError for an invalid field or an unknown error code
 */
export function planDelivery({ state }: Host, body: Body): unknown {
  allowFields(body, ['sequence', 'errorCode', 'shuffle', 'duplicate'])
  state.delivery = {
    sequence: sequenceOf(body),
    errorCode: codeOf(body, 'errorCode', USUAL_DELIVERY.errorCode),
    shuffle: flag(body, 'shuffle', USUAL_DELIVERY.shuffle),
    duplicate: flag(body, 'duplicate', USUAL_DELIVERY.duplicate),
  }
  return state.delivery
}

/**
 * Handles `POST /person/rejection`: the next `times` sends (default 1) fail with the Cloud API's error `code` (default
 * 131000). Errors set by earlier calls come first. Returns `code` and `times`.
 * @throws RangeError for an invalid field or an unknown error code
 */
export function rejectSends({ state }: Host, body: Body): unknown {
  allowFields(body, ['code', 'times'])
  const code = codeOf(body, 'code', 131000)
  const times = whole(body, 'times', { fallback: 1, min: 1, max: MAX_REJECTIONS })
  state.rejections.push(...Array<number>(times).fill(code))
  return { code, times }
}
