import type { Response } from 'express'
import { objectOf } from '../../json.ts'
import { codes } from '../rejection.ts'

let requestNumber = 0

/** Returns a new `request_id` in TikTok's format: the time `now` (UTC) as `YYYYMMDDHHMMSS`, then hexadecimal digits. */
function requestId(now: number): string {
  requestNumber += 1
  const stamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
  return `${stamp}${requestNumber.toString(16).toUpperCase().padStart(19, '0')}`
}

/** Returns whether the body of a response is an envelope with the code of a rejection, whatever its HTTP status. */
export function isRejected(body: Buffer): boolean {
  try {
    const { code } = objectOf(JSON.parse(body.toString('utf8')))
    return typeof code === 'number' && code !== codes.ok
  } catch {
    return false
  }
}

export interface Envelope {
  /** The time of the response in ms since the epoch. */
  now: number
  code?: number
  message?: string
  data?: object
  status?: number
}

/**
 * Sends a response in the API's envelope: `code`, `message`, `request_id` and `data`. The HTTP status is 200, for
 * rejections too, unless `status` is given.
 */
export function sendEnvelope(response: Response, envelope: Envelope): void {
  const { now, code = codes.ok, message = 'OK', data = {}, status = 200 } = envelope
  response.status(status).json({ code, message, request_id: requestId(now), data })
}
