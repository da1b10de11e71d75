import express, { type RequestHandler } from 'express'

/** Videos of a whole gigabyte are not stood for. */
const LIMIT_BYTES = 512 * 1024 * 1024

/** Reads every body as bytes, whatever its content type: each endpoint parses its own format. */
export function rawBody(): RequestHandler {
  return express.raw({ type: () => true, limit: LIMIT_BYTES })
}
