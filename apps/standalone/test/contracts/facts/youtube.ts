import { readCall } from './call-facts.ts'

const data = 'www.googleapis.com/youtube/v3'
const uploads = 'www.googleapis.com/upload/youtube/v3'
const scopes =
  'https://www.googleapis.com/auth/youtube.force-ssl,https://www.googleapis.com/auth/youtube.upload,https://www.googleapis.com/auth/yt-analytics.readonly'
// https://developers.google.com/youtube/analytics/dimensions and .../metrics (read 2026-11-23)
const dimensions = 'day|video|ageGroup|gender|country'
const metrics =
  'views|estimatedMinutesWatched|averageViewDuration|averageViewPercentage|subscribersGained|subscribersLost|likes|comments|shares|viewerPercentage'
const signed = 'header: authorization=Bearer'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  `channels.list GET ${data}/channels | query: mine=true part=*id|snippet|contentDetails|statistics`,
  `commentThreads.insert POST ${data}/commentThreads | body: snippet snippet.topLevelComment snippet.topLevelComment.snippet snippet.topLevelComment.snippet.textOriginal snippet.videoId; query: part=snippet`,
  `commentThreads.list GET ${data}/commentThreads | query: part=*id|snippet|replies textFormat=plainText`,
  `comments.delete DELETE ${data}/comments | query: id`,
  `comments.insert POST ${data}/comments | body: snippet snippet.parentId snippet.textOriginal; query: part=snippet`,
  `comments.list GET ${data}/comments | query: maxResults parentId part=*id|snippet textFormat=plainText`,
  `comments.setModerationStatus POST ${data}/comments/setModerationStatus | query: id moderationStatus`,
  `media.status PUT ${uploads}/videos | header: content-range; query: part=*snippet|status uploadType=resumable upload_id`,
  `media.upload PUT ${uploads}/videos | header: content-range; query: part=*snippet|status uploadType=resumable upload_id`,
  `playlistItems.list GET ${data}/playlistItems | query: maxResults part=*snippet|contentDetails|status playlistId`,
  `reports.query GET youtubeanalytics.googleapis.com/v2/reports | query: dimensions=*${dimensions} endDate ids=channel==MINE metrics=*${metrics} startDate`,
  `videos.delete DELETE ${data}/videos | query: id`,
  `videos.insert POST ${uploads}/videos | body: snippet snippet.title status status.privacyStatus status.selfDeclaredMadeForKids; header: x-upload-content-length x-upload-content-type; query: part=*snippet|status uploadType=resumable`,
  `videos.list GET ${data}/videos | query: id part=*id|snippet|statistics|status|processingDetails`,
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  // https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-23)
  `authorize GET accounts.google.com/o/oauth2/v2/auth | query: access_type=offline client_id code_challenge code_challenge_method=S256 prompt=consent redirect_uri response_type=code state scope=${scopes}`,
  'oauth.revoke POST oauth2.googleapis.com/revoke | form: token',
  'oauth.token POST oauth2.googleapis.com/token grant_type=authorization_code | form: client_id client_secret code code_verifier grant_type redirect_uri',
  'oauth.token POST oauth2.googleapis.com/token grant_type=refresh_token | form: client_id client_secret grant_type refresh_token',
]

/**
 * @see https://developers.google.com/youtube/v3/docs (read 2026-11-23)
 * @see https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-23)
 */
export const youtubeCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
