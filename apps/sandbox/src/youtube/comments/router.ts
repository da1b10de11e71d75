import { type Request, type Response, Router } from 'express'
import { type Call, openCall, respondWith, type Setting, sendError } from '../api/call.ts'
import { keepFields } from '../api/fields.ts'
import type { Method } from '../api/methods.ts'
import { readBody } from '../body.ts'
import { checkShape, type Json, parseObject, type Shape } from '../upload/shape.ts'
import { checkContentType } from '../upload/start.ts'
import { commentBody, insertComment, insertThread, threadBody } from './insert.ts'
import { listComments, listThreads } from './lists.ts'
import { commentMethods } from './methods.ts'
import { deleteComment, setModerationStatus } from './moderate.ts'

const bodyLimit = 1024 * 1024

interface Insertion {
  setting: Setting
  shape: Shape
  /** The name of the request message in Google's error messages. */
  name: string
  insert(call: Call, body: Json, setting: Setting): Record<string, unknown>
}

function inserting(method: Method, { setting, shape, name, insert }: Insertion) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      const { bytes } = await readBody(request, bodyLimit)
      const call = openCall(method, request, setting)
      if (bytes.length > 0) checkContentType(request)
      const body = parseObject(bytes)
      checkShape(body, shape, name)
      response.json(keepFields(insert(call, body, setting), call.query.text('fields')))
    } catch (error) {
      sendError(response, error)
    }
  }
}

/** Creates the routes of the methods of `commentThreads` and `comments`. */
export function commentsRouter(setting: Setting): Router {
  const router = Router()
  const [threads, comments] = ['/youtube/v3/commentThreads', '/youtube/v3/comments']
  const thread = { setting, shape: threadBody, name: 'comment_thread', insert: insertThread }
  const comment = { setting, shape: commentBody, name: 'comment', insert: insertComment }
  const moderation = { setting, handle: setModerationStatus }
  router.get(threads, respondWith(commentMethods.threadsList, { setting, handle: listThreads }))
  router.post(threads, inserting(commentMethods.threadsInsert, thread))
  router.get(comments, respondWith(commentMethods.list, { setting, handle: listComments }))
  router.post(comments, inserting(commentMethods.insert, comment))
  router.delete(comments, respondWith(commentMethods.delete, { setting, handle: deleteComment }))
  router.post(`${comments}/setModerationStatus`, respondWith(commentMethods.setModerationStatus, moderation))
  return router
}
