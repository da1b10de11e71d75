import type { Shape } from './shape.ts'

/**
 * The format of a `video` resource in a request. Fields that only YouTube sets are ignored, among them `madeForKids`;
 * uploaders set `selfDeclaredMadeForKids`.
 * @see https://developers.google.com/youtube/v3/docs/videos#resource (read 2026-11-20)
 */
export const videoShape: Shape = {
  kind: 'ignored',
  etag: 'ignored',
  id: 'ignored',
  snippet: {
    title: 'string',
    description: 'string',
    tags: 'strings',
    categoryId: 'string',
    defaultLanguage: 'string',
    defaultAudioLanguage: 'string',
    channelId: 'ignored',
    channelTitle: 'ignored',
    liveBroadcastContent: 'ignored',
    localized: 'ignored',
    publishedAt: 'ignored',
    thumbnails: 'ignored',
  },
  status: {
    privacyStatus: ['public', 'unlisted', 'private'],
    publishAt: 'string',
    license: ['youtube', 'creativeCommon'],
    embeddable: 'boolean',
    publicStatsViewable: 'boolean',
    selfDeclaredMadeForKids: 'boolean',
    containsSyntheticMedia: 'boolean',
    madeForKids: 'ignored',
    uploadStatus: 'ignored',
    failureReason: 'ignored',
    rejectionReason: 'ignored',
  },
  recordingDetails: { recordingDate: 'string', location: 'ignored', locationDescription: 'ignored' },
  localizations: { each: { title: 'string', description: 'string' } },
  paidProductPlacementDetails: { hasPaidProductPlacement: 'boolean' },
  ageGating: 'ignored',
  brandPartner: 'ignored',
  contentDetails: 'ignored',
  fileDetails: 'ignored',
  liveStreamingDetails: 'ignored',
  monetizationDetails: 'ignored',
  player: 'ignored',
  processingDetails: 'ignored',
  projectDetails: 'ignored',
  statistics: 'ignored',
  suggestions: 'ignored',
  topicDetails: 'ignored',
}

/** The parts of a video that an upload can set. The parameter `part` must list each part that the body contains. */
export const writableParts = [
  'snippet',
  'status',
  'recordingDetails',
  'localizations',
  'paidProductPlacementDetails',
] as const
