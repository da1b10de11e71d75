import { Router } from 'express'
import type { Finishing } from './finish.ts'
import { sendUpload } from './send.ts'
import { startUpload, type UploadSetting, uploadPath } from './start.ts'

/**
 * Builds the router of the upload server, which starts upload sessions and receives their bytes, at both paths in
 * Google's discovery document.
 */
export function uploadRouter(setting: UploadSetting & Finishing): Router {
  const router = Router()
  for (const path of [uploadPath, `/resumable${uploadPath}`]) {
    router.post(path, (request, response) => startUpload(request, response, setting))
    router.put(path, (request, response) => sendUpload(request, response, setting))
  }
  return router
}
