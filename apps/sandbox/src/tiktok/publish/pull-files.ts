import type { HeldMedia } from '../../network.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Person } from '../people.ts'
import type { FailureReason, Pull } from '../store/publish-record.ts'
import { coverImage, imageComplaint, postImage } from './image.ts'
import { checkVideo, type VideoVerdict } from './video-complaint.ts'

/** Thrown for a publish that fails. */
export class PublishFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason) {
    super(reason)
    this.reason = reason
  }
}

/** The files of a post. `seconds` is the length of the video; null for photos, and if it was not measured. */
interface Pulled {
  media: HeldMedia[]
  coverUrl: string | undefined
  seconds: number | null
}

async function judge(bytes: Buffer, kind: Pull['kind'], person: Person): Promise<VideoVerdict> {
  if (kind === 'video') return checkVideo(bytes, person.maxVideoSeconds)
  return { reason: await imageComplaint(bytes, kind === 'cover' ? coverImage : postImage), seconds: null }
}

/**
 * Downloads, checks and stores the files of a post of `person`, one after the other.
 * @throws PublishFailure if a file cannot be downloaded, redirects, or is rejected
 */
export async function pullFiles({ context }: Dependencies, person: Person, pulls: readonly Pull[]): Promise<Pulled> {
  const pulled: Pulled = { media: [], coverUrl: undefined, seconds: null }
  for (const { url, kind } of pulls) {
    const file = await context.pull(url, { redirect: 'error' }).catch(() => {
      throw new PublishFailure(kind === 'video' ? 'video_pull_failed' : 'photo_pull_failed')
    })
    const verdict = await judge(file.bytes, kind, person)
    if (verdict.reason) throw new PublishFailure(verdict.reason)
    const held = await context.keep(file.bytes, file.contentType)
    if (kind === 'cover') pulled.coverUrl = held.url
    else pulled.media.push(held)
    pulled.seconds ??= verdict.seconds
  }
  return pulled
}
