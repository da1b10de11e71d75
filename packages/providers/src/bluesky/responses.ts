import { type DocumentedResponses, noFields, type Responses } from '../drift.ts'

const states = ['CREATED', 'ENCODING', 'ENCODED', 'SCANNING', 'SCANNED', 'UPLOADING', 'UPLOADED', 'COMPLETED', 'FAILED']
const job = { state: states.map((state) => `JOB_STATE_${state}`) }

/**
 * The response fields that the adapter relies on, keyed by method.
 * @see https://docs.bsky.app/docs/category/http-reference (read 2026-11-20)
 */
const fields: Responses = {
  'app.bsky.actor.getProfile': { did: 'text', handle: 'text', 'displayName?': 'text', 'avatar?': 'text' },
  'app.bsky.feed.getPosts': {
    posts: 'list',
    'posts[].uri': 'text',
    'posts[].likeCount?': 'number',
    'posts[].replyCount?': 'number',
    'posts[].repostCount?': 'number',
    'posts[].quoteCount?': 'number',
  },
  'app.bsky.video.getUploadLimits': {
    canUpload: 'boolean',
    'remainingDailyVideos?': 'number',
    'remainingDailyBytes?': 'number',
    'message?': 'text',
  },
  // The service returns the job either at the top level or under `jobStatus`.
  'app.bsky.video.uploadVideo': { 'jobStatus?.jobId': 'text', 'jobStatus?.state': job.state, 'state?': job.state },
  'app.bsky.video.startUpload': { jobId: 'text', partSizeBytes: 'number', partCount: 'number' },
  'app.bsky.video.uploadPart': noFields,
  'app.bsky.video.abortUpload': noFields,
  'app.bsky.video.finishUpload': {
    completedJobId: 'text',
    'jobStatus.jobId': 'text',
    'jobStatus.state': job.state,
  },
  'app.bsky.video.getJobStatus': { 'jobStatus?.jobId': 'text', 'jobStatus?.state': job.state, 'state?': job.state },
  'com.atproto.identity.resolveHandle': { did: 'text' },
  'com.atproto.repo.applyWrites': { 'commit?': 'object', 'results?': 'list' },
  'com.atproto.repo.deleteRecord': noFields,
  'com.atproto.repo.getRecord': { uri: 'text', value: 'object' },
  'com.atproto.repo.listRecords': {
    records: 'list',
    'records[].uri': 'text',
    'records[].value': 'object',
    'records[].value.createdAt': 'time',
    'cursor?': 'text',
  },
  'com.atproto.repo.putRecord': { uri: 'text' },
  'com.atproto.repo.uploadBlob': {
    blob: 'object',
    'blob.ref': 'object',
    'blob.mimeType': 'text',
    'blob.size': 'number',
  },
  'com.atproto.server.describeServer': { did: 'text' },
  'com.atproto.server.getServiceAuth': { token: 'text' },
  'identity.well-known': noFields,
}

export const blueskyResponses: DocumentedResponses = { fields }
