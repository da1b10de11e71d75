import type { Response } from 'express'
import type { Answer } from './service.ts'

export function sendAnswer(res: Response, { status, body }: Answer): void {
  res.status(status)
  if (body === undefined) res.end()
  else res.json(body)
}
