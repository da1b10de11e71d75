import type { RequestHandler } from 'express'
import { drawPicture } from '../samples/pictures.ts'

/** `GET /profile-pictures/{id}.jpg`: the same face for everybody. */
export function serveProfilePicture(): RequestHandler {
  let drawn: Promise<Buffer> | undefined
  return async (_request, response) => {
    drawn ??= drawPicture({ width: 200, height: 200, format: 'jpg' })
    response.type('image/jpeg').send(await drawn)
  }
}
