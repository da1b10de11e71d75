import type { Response } from 'express'
import type { AnyOutput } from './service.ts'

export function sendResponse(res: Response, { status, body, json, headers = {} }: AnyOutput): void {
  res.status(status)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (json !== undefined) sendParts(res, json)
  else if (body === undefined) res.end()
  else res.json(body)
}

/** A body that is JSON already: its parts are sent one after another, none of them copied. */
function sendParts(res: Response, parts: readonly Buffer[]): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader(
    'Content-Length',
    parts.reduce((sum, part) => sum + part.length, 0),
  )
  for (const part of parts) res.write(part)
  res.end()
}
