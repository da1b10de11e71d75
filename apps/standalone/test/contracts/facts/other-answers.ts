import { exactly, having, list, oneOf, text, time, whole, words } from './answer-schemas.ts'
import type { Answers } from './answers.ts'

const id = { id: text }
const withData = having({ data: having({}) })
const comments = having({ data: having({ comments: list(having({ comment_id: text, create_time: {} })) }) })

// https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-23)
const tiktok: Answers = {
  'accounts.get': withData,
  'accounts.settings': withData,
  'comments.create': withData,
  'comments.list': comments,
  'comments.replies': comments,
  'oauth.refresh': withData,
  'oauth.token': withData,
  'posts.create': withData,
  'posts.list': withData,
  'posts.status': having({
    data: having({ status: oneOf('PROCESSING_DOWNLOAD', 'PUBLISH_COMPLETE', 'FAILED', 'SEND_TO_USER_INBOX') }),
  }),
}

// https://docs.x.com/x-api/media (read 2026-11-23)
const upload = having({
  data: having(id, { processing_info: having({ state: oneOf('pending', 'in_progress', 'succeeded', 'failed') }) }),
})

// https://docs.x.com/x-api (read 2026-11-23)
const x: Answers = {
  'media.initialize': upload,
  'media.finalize': upload,
  'media.status': upload,
  'posts.create': having({ data: having({ ...id, edit_history_tweet_ids: list(text) }) }),
  'posts.delete': withData,
  'posts.list': having({ meta: having({ result_count: whole }) }),
  'users.me': having({ data: having({ id: text, name: words, username: text }) }),
}

const moderation = { moderationStatus: oneOf('published', 'heldForReview', 'likelySpam', 'rejected') }

// https://developers.google.com/youtube/v3/docs (read 2026-11-23)
const youtube: Answers = {
  'commentThreads.insert': having({ ...id, snippet: having({ topLevelComment: having(id) }) }),
  'comments.insert': having({ ...id, snippet: having({ publishedAt: time }, moderation) }),
  // https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-23)
  'reports.query': having({
    columnHeaders: list(
      having({
        name: oneOf(
          ...['day', 'video', 'ageGroup', 'gender', 'country', 'views', 'estimatedMinutesWatched'],
          ...['averageViewDuration', 'averageViewPercentage', 'subscribersGained', 'subscribersLost'],
          ...['likes', 'comments', 'shares', 'viewerPercentage'],
        ),
        columnType: oneOf('DIMENSION', 'METRIC'),
      }),
    ),
  }),
}

const states = ['CREATED', 'ENCODING', 'ENCODED', 'SCANNING', 'SCANNED', 'UPLOADING', 'UPLOADED', 'COMPLETED', 'FAILED']
const job = { jobId: text, did: text, state: oneOf(...states.map((one) => `JOB_STATE_${one}`)), progress: whole }

// https://docs.bsky.app/docs/tutorials/video (read 2026-11-23): with or without `jobStatus` around it.
const bluesky: Answers = {
  'app.bsky.video.uploadVideo': {
    anyOf: [exactly({ jobId: text, state: job.state }, job), having({ jobStatus: having({ state: job.state }) })],
  },
  'app.bsky.video.getJobStatus': having({ jobStatus: having({ state: job.state }) }),
}

export const otherAnswers: Readonly<Record<string, Answers>> = { tiktok, x, youtube, bluesky }
