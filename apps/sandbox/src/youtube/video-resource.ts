import { tagged } from './etag.ts'
import { processingDetails, uploadStatus } from './processing.ts'
import { publishedCount } from './state/comment-changes.ts'
import { privacyAt, publishedAt, type State, type Video } from './state/state.ts'
import { videoCount } from './statistics/counts.ts'
import { statisticsOf } from './statistics/statistics.ts'

interface ThreadContext {
  parts: ReadonlySet<string>
  state: State
  now: number
  /** Whether the video is shown to its owner, who sees more fields. */
  byOwner: boolean
}

type Part = (video: Video, context: ThreadContext) => Record<string, unknown>

/**
 * Returns a `video` resource with the parts in `context.parts`.
 * @see https://developers.google.com/youtube/v3/docs/videos#resource (read 2026-11-20)
 */
export function videoResource(video: Video, context: ThreadContext): Record<string, unknown> {
  const told = Object.entries(tellers).filter(([part]) => context.parts.has(part))
  return tagged({
    kind: 'youtube#video',
    id: video.id,
    ...Object.fromEntries(told.map(([part, tell]) => [part, tell(video, context)])),
  })
}

const tellers: Record<string, Part> = {
  snippet,
  contentDetails,
  status,
  statistics,
  processingDetails: (video, { now }) => processingDetails(video, now),
  fileDetails: ({ media: [file], duration }) => ({
    fileType: 'video',
    ...(file === undefined ? {} : { fileSize: String(file.bytes) }),
    ...(duration === null ? {} : { durationMs: String(Math.round(duration)) }),
  }),
  suggestions: () => ({}),
  player: ({ id }) => ({
    embedHtml: `<iframe width="480" height="270" src="//www.youtube.com/embed/${id}" allowfullscreen></iframe>`,
  }),
  recordingDetails: ({ recordingDate }) => (recordingDate === null ? {} : { recordingDate }),
  localizations: ({ localizations }) => localizations ?? {},
  topicDetails: () => ({}),
  paidProductPlacementDetails: () => ({ hasPaidProductPlacement: false }),
}

/** Returns the URLs at which YouTube would serve the video's thumbnails. */
export function thumbnails(id: string): Record<string, unknown> {
  const still = (name: string, width: number, height: number) => ({
    url: `https://i.ytimg.com/vi/${id}/${name}.jpg`,
    width,
    height,
  })
  return {
    default: still('default', 120, 90),
    medium: still('mqdefault', 320, 180),
    high: still('hqdefault', 480, 360),
  }
}

function snippet(video: Video, { state, now }: ThreadContext): Record<string, unknown> {
  const { title, description, tags, defaultLanguage, defaultAudioLanguage } = video
  return {
    publishedAt: new Date(publishedAt(video, now)).toISOString(),
    channelId: video.channelId,
    title,
    description,
    thumbnails: thumbnails(video.id),
    channelTitle: state.people.find(({ channelId }) => channelId === video.channelId)?.title ?? '',
    ...(tags.length === 0 ? {} : { tags }),
    categoryId: video.categoryId,
    liveBroadcastContent: 'none',
    ...(defaultLanguage === null ? {} : { defaultLanguage }),
    localized: { title, description },
    ...(defaultAudioLanguage === null ? {} : { defaultAudioLanguage }),
  }
}

function contentDetails(video: Video, { now }: ThreadContext): Record<string, unknown> {
  const ready = now >= video.readyAt && video.outcome.kind === 'processed'
  return {
    duration: ready ? isoDuration(video.duration ?? 0) : 'P0D',
    dimension: '2d',
    definition: (video.media[0]?.height ?? 0) >= 720 ? 'hd' : 'sd',
    caption: 'false',
    licensedContent: false,
    contentRating: {},
    projection: 'rectangular',
  }
}

/** Formats a duration in milliseconds as ISO 8601, rounded to seconds, as YouTube does. */
function isoDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const told = `${h > 0 ? `${h}H` : ''}${m > 0 ? `${m}M` : ''}${s > 0 ? `${s}S` : ''}`
  return told === '' ? 'PT0S' : `PT${told}`
}

function status(video: Video, { now, byOwner }: ThreadContext): Record<string, unknown> {
  const scheduled = video.publishAt !== null && video.publishAt > now
  const { selfDeclaredMadeForKids } = video
  return {
    ...uploadStatus(video, now),
    privacyStatus: privacyAt(video, now),
    ...(scheduled && byOwner ? { publishAt: new Date(video.publishAt ?? 0).toISOString().replace('.000Z', 'Z') } : {}),
    license: video.license,
    embeddable: video.embeddable,
    publicStatsViewable: video.publicStatsViewable,
    madeForKids: selfDeclaredMadeForKids ?? false,
    ...(byOwner && selfDeclaredMadeForKids !== null ? { selfDeclaredMadeForKids } : {}),
    ...(byOwner ? { containsSyntheticMedia: video.containsSyntheticMedia } : {}),
  }
}

function statistics(video: Video, { state, now }: ThreadContext): Record<string, unknown> {
  const comments = publishedCount(state, video.id)
  const computed = {
    viewCount: String(videoCount(video, 'views', { state, at: now })),
    likeCount: String(videoCount(video, 'likes', { state, at: now })),
    favoriteCount: '0',
    ...(video.commentsOff ? {} : { commentCount: String(comments) }),
  }
  return statisticsOf(computed, { figures: state.figures, subject: video.id })
}
