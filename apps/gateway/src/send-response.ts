import type { Response } from 'express'
import type { AnyOutput } from './service.ts'

export function sendResponse(res: Response, { status, body }: AnyOutput): void {
  res.status(status)
  if (body === undefined) res.end()
  else res.json(body)
}
