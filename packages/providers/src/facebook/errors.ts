import type { OutboundResponse } from '@carillon/outbound'
import type { Dialect } from '../call-network.ts'
import { type ErrorRule, limitedTo, type Rejection } from '../error-rules.ts'
import { bodyOf, objectOf, textOf } from '../json.ts'
import { contentAndAccountRules, graphRejection, graphRules, graphSample, unknownObject } from '../meta/errors.ts'
import { facebookResponses } from './responses.ts'

const photosPage = 'https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20)'
const videosPage = 'https://developers.facebook.com/docs/graph-api/reference/page/videos (read 2026-11-20)'
const reelsPage = 'https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)'
const feedPage = 'https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)'

const badImage = 'Facebook does not take the image: it cannot be read, or is of another format or size than it takes.'

const badVideo: readonly { codes: readonly number[]; page: string; message: string }[] = [
  { codes: [1363040], page: reelsPage, message: 'Facebook rejected the video: a reel must be 9:16.' },
  {
    codes: [1363127],
    page: reelsPage,
    message: 'Facebook rejected the video: a reel must be at least 540×960 pixels.',
  },
  {
    codes: [1363128],
    page: reelsPage,
    message: 'Facebook rejected the video: a reel must be 3 to 90 seconds long.',
  },
  {
    codes: [1363129],
    page: reelsPage,
    message: 'Facebook rejected the video: a reel must have 24 to 60 frames per second.',
  },
  { codes: [382], page: videosPage, message: 'Facebook rejected the video: its width or height is too small.' },
  { codes: [389], page: videosPage, message: 'Facebook could not fetch the video.' },
  {
    codes: [352, 2069019],
    page: videosPage,
    message: 'Facebook rejected the video: its format is not supported. Send MP4.',
  },
  { codes: [6000, 6001], page: videosPage, message: 'Facebook could not read the uploaded video.' },
]

/**
 * Returns two copies of a rule: one matches `numbers` as subcodes, one as codes. Facebook returns the same number as
 * either. `page` is the URL of the documentation.
 */
function eitherWay(numbers: readonly number[], rule: Omit<ErrorRule, 'match' | 'sample'>, page: string): ErrorRule[] {
  const [first = 0] = numbers
  const words = { page, error_user_msg: 'Explained by Facebook.' }
  return [
    { ...rule, match: { subcode: numbers }, sample: graphSample(100, { ...words, error_subcode: first }) },
    { ...rule, match: { code: numbers }, sample: graphSample(first, words) },
  ]
}

/**
 * Error rules that translate Facebook's rejections of a post's content to `invalid_image`, `invalid_video` or
 * `provider_rejected`. They also apply to videos that fail during processing.
 */
export const contentRules: readonly ErrorRule[] = [
  ...eitherWay([324, 1366046], { code: 'invalid_image', message: badImage }, photosPage),
  ...badVideo.flatMap(({ codes, page, message }) => eitherWay(codes, { code: 'invalid_video', message }, page)),
  ...eitherWay(
    [506, 1346003, 1349125, 1366051, 1390008, 1404078, 1404102, 1404112, 1609005, 1609008, 4854002],
    { code: 'provider_rejected', message: 'Facebook rejected the post.' },
    feedPage,
  ),
]

const rejectedValue: ErrorRule = {
  match: { code: 100, explained: 'yes' },
  code: 'provider_rejected',
  message: 'Facebook rejected the post.',
  sample: graphSample(100, { page: feedPage, error_user_msg: 'Explained by Facebook.' }),
}

/** Rules for publishing and all other changes of the Page. */
const publishRules = graphRules('missing_permission', {
  before: contentRules,
  after: [...contentAndAccountRules, rejectedValue],
})

/**
 * Error rules for reads. A missing permission becomes `connection_expired`, so that the user connects the account
 * again.
 */
const readRules = graphRules('connection_expired')

/**
 * Rules for reports. All errors except `connection_expired` and `provider_not_configured` become `provider_error`; for
 * a rate limit, it contains the seconds to wait.
 */
const reportRules = limitedTo(['connection_expired', 'provider_not_configured'], readRules)

/**
 * Rules for deletions, where an unknown object is the post itself. Rejections of images and videos become
 * `provider_error`.
 */
const deleteRules: readonly ErrorRule[] = [
  {
    match: { ...unknownObject },
    code: 'post_not_found',
    message: 'The Page has no post with this id.',
    sample: graphSample(100, { page: feedPage, error_subcode: 33, type: 'GraphMethodException' }),
  },
  ...limitedTo(
    ['connection_expired', 'provider_not_configured', 'rate_limited', 'missing_permission', 'provider_rejected'],
    publishRules,
  ),
]

/**
 * Returns the rejection in a response of the upload host, which has its own error format. Undefined for a success, and
 * for an error that the host marks as retriable: the upload is then repeated.
 */
function uploadRejection(response: OutboundResponse, now: Date): Rejection | undefined {
  const { retriable, type } = objectOf(bodyOf(response)['debug_info'])
  if (type === undefined) return graphRejection(response, now)
  if (retriable === true) return undefined
  return { status: response.status, fields: { type: textOf(type) ?? undefined } }
}

const uploadRules: readonly ErrorRule[] = [
  {
    match: { type: 'NotAuthorizedError' },
    code: 'connection_expired',
    tokenRejected: true,
    sample: {
      page: reelsPage,
      status: 401,
      body: { debug_info: { retriable: false, type: 'NotAuthorizedError', message: 'Explained by Facebook.' } },
    },
  },
  {
    match: { type: 'ProcessingFailedError' },
    code: 'provider_error',
    message: 'Facebook rejected the upload.',
    sample: {
      page: reelsPage,
      status: 400,
      body: { debug_info: { retriable: false, type: 'ProcessingFailedError', message: 'Request processing failed' } },
    },
  },
  ...publishRules,
]

/**
 * Returns the rejection in a response to an uploaded part; undefined for a success, and for an error that contains the
 * offset at which to continue.
 */
function transferRejection(response: OutboundResponse, now: Date): Rejection | undefined {
  const error = objectOf(bodyOf(response)['error'])
  return error['error_subcode'] === 1363037 && error['error_data'] !== undefined
    ? undefined
    : graphRejection(response, now)
}

const network = 'facebook'
const responses = facebookResponses

export const publishDialect: Dialect = { network, responses, rules: publishRules, rejection: graphRejection }
export const readDialect: Dialect = { network, responses, rules: readRules, rejection: graphRejection }
export const reportDialect: Dialect = { network, responses, rules: reportRules, rejection: graphRejection }
export const deleteDialect: Dialect = { network, responses, rules: deleteRules, rejection: graphRejection }
export const uploadDialect: Dialect = { network, responses, rules: uploadRules, rejection: uploadRejection }
export const transferDialect: Dialect = { network, responses, rules: publishRules, rejection: transferRejection }
