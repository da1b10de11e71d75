import express, { type RequestHandler } from 'express'

/** The maximum size of a body in bytes. Meta accepts larger videos than the sandbox. */
const LIMIT_BYTES = 512 * 1024 * 1024

/**
 * Returns a middleware that reads every body as a `Buffer` into `request.body`, whatever its content type; each
 * endpoint parses its own format. A body of more than 512 MiB, the sandbox's limit, is passed on as an error with
 * status 413.
 */
export function rawBody(): RequestHandler {
  return express.raw({ type: () => true, limit: LIMIT_BYTES })
}
