import type { Request, Response } from 'express'
import { openCall, type Setting, sendError } from '../api/call.ts'
import { methods } from '../api/methods.ts'
import { readBody } from '../body.ts'
import { reject } from '../errors/google-error.ts'
import type { Project } from '../project.ts'
import { hasReachedUploadLimit } from '../state/state.ts'
import { readMetadata } from './metadata.ts'
import type { UploadSessions } from './sessions.ts'
import { parseObject } from './shape.ts'

/** The state and services that uploads use, in addition to those of every method. */
export interface UploadSetting extends Setting {
  sessions: UploadSessions
  baseUrl: string
  /** Returns `bytes` random bytes as text that is safe in URLs. */
  random(bytes: number): string
  project: Project
}

export const uploadPath = '/upload/youtube/v3/videos'

const metadataLimit = 1024 * 1024
const mediaLimit = 256 * 1024 ** 3

/**
 * Handles the start of a resumable upload: creates an upload session and responds with its URL in `Location` and an
 * empty body. Videos of a project that is not audited are made private for good, also those with a `publishAt`. Errors
 * are sent as responses.
 * @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-20)
 */
export async function startUpload(request: Request, response: Response, setting: UploadSetting): Promise<void> {
  try {
    const { bytes, tooLong } = await readBody(request, metadataLimit)
    const { person, query, now } = openCall(methods.videosInsert, request, setting)
    if (query.text('uploadType') !== 'resumable') throw reject('mediaBodyRequired')
    if (tooLong) throw reject('invalidVideoMetadata')
    if (bytes.length > 0) checkContentType(request)
    const contentType = readMediaType(request)
    const announced = readMediaLength(request)
    if (person.channelId === null) throw reject('youtubeSignupRequired')
    if (hasReachedUploadLimit(setting.state, person.channelId, now)) throw reject('uploadLimitExceeded')
    const metadata = readMetadata(parseObject(bytes), { parts: query.parts, now })
    const id = `AD${setting.random(60)}`
    setting.sessions.open({
      id,
      channelId: person.channelId,
      metadata: setting.project.audited ? metadata : { ...metadata, privacyStatus: 'private', publishAt: null },
      notifySubscribers: query.flag('notifySubscribers') ?? true,
      parts: query.parts,
      announced,
      contentType,
    })
    const address = new URLSearchParams({ uploadType: 'resumable', part: [...query.parts].join(','), upload_id: id })
    response
      .status(200)
      .set({
        Location: `${setting.baseUrl}${uploadPath}?${address}`,
        'X-GUploader-UploadID': id,
        'Content-Length': '0',
      })
      .end()
  } catch (error) {
    sendError(response, error)
  }
}

/** Throws a `GoogleError` unless the content type of a request is JSON. */
export function checkContentType(request: Request): void {
  const type = request.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json')
    throw reject('badContent', {
      message: `Media type '${type}' is not supported. Valid media types: [application/json]`,
    })
}

function readMediaType(request: Request): string | null {
  const type = request.get('x-upload-content-type')
  if (type === undefined) return null
  checkMediaType(type)
  return type
}

/** Throws a `GoogleError` unless a media type is a video type or `application/octet-stream`. */
export function checkMediaType(type: string): void {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!bare.startsWith('video/') && bare !== 'application/octet-stream')
    throw reject('badContent', {
      message: `Media type '${bare}' is not supported. Valid media types: [video/*, application/octet-stream]`,
    })
}

function readMediaLength(request: Request): number | null {
  const length = request.get('x-upload-content-length')
  if (length === undefined) return null
  if (!/^\d+$/.test(length) || Number(length) > mediaLimit)
    throw reject('mediaBodyRequired', { message: `Invalid X-Upload-Content-Length: ${length}` })
  return Number(length)
}
