import type { RequestHandler } from 'express'
import { drawImage } from '../samples/images.ts'

/** Returns the handler of `GET /profile-images/{id}.jpg`, which sends the same image for all users. */
export function serveProfileImage(): RequestHandler {
  let drawn: Buffer | undefined
  return async (_request, response) => {
    drawn ??= await drawImage({ width: 200, height: 200, format: 'jpg' })
    response.type('image/jpeg').send(drawn)
  }
}
