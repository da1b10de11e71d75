import express, { type RequestHandler } from 'express'

/** The maximum size of a body in bytes. The sandbox does not support videos of a gigabyte. */
const LIMIT_BYTES = 512 * 1024 * 1024

/**
 * Returns a middleware that reads every body as bytes into `request.body`, whatever its content type: at most 512 MiB.
 * Each endpoint parses its own format.
 */
export function rawBody(): RequestHandler {
  return express.raw({ type: () => true, limit: LIMIT_BYTES })
}
