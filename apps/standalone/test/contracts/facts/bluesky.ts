import { readCall } from './call-facts.ts'

const signed = 'header: authorization=DPoP dpop'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  'app.bsky.actor.getProfile GET /xrpc/app.bsky.actor.getProfile | header: atproto-proxy; query: actor',
  'app.bsky.feed.getPosts GET /xrpc/app.bsky.feed.getPosts | header: atproto-proxy; query: uris',
  'com.atproto.repo.applyWrites POST /xrpc/com.atproto.repo.applyWrites | body: repo writes writes[].$type=com.atproto.repo.applyWrites#create writes[].collection=app.bsky.feed.post writes[].value',
  'com.atproto.repo.deleteRecord POST /xrpc/com.atproto.repo.deleteRecord | body: collection=app.bsky.feed.post repo rkey',
  'com.atproto.repo.getRecord GET /xrpc/com.atproto.repo.getRecord | query: collection=app.bsky.feed.post repo rkey',
  'com.atproto.repo.listRecords GET /xrpc/com.atproto.repo.listRecords | query: collection=app.bsky.feed.post limit repo',
  'com.atproto.repo.putRecord POST /xrpc/com.atproto.repo.putRecord | body: collection=app.bsky.feed.post record record.$type=app.bsky.feed.post record.createdAt repo rkey',
  'com.atproto.repo.uploadBlob POST /xrpc/com.atproto.repo.uploadBlob',
  'com.atproto.server.describeServer GET /xrpc/com.atproto.server.describeServer',
  'com.atproto.server.getServiceAuth GET /xrpc/com.atproto.server.getServiceAuth | query: aud exp lxm=com.atproto.repo.uploadBlob|app.bsky.video.getUploadLimits',
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  // https://atproto.com/specs/oauth (read 2026-11-23): everything else is sent before, in `oauth.par`.
  'authorize GET /oauth/authorize | query: client_id request_uri',
  'app.bsky.video.abortUpload POST video.bsky.app/xrpc/app.bsky.video.abortUpload | header: authorization=Bearer; body: jobId',
  'app.bsky.video.finishUpload POST video.bsky.app/xrpc/app.bsky.video.finishUpload | header: authorization=Bearer; body: jobId',
  'app.bsky.video.getJobStatus GET video.bsky.app/xrpc/app.bsky.video.getJobStatus | query: jobId',
  'app.bsky.video.getUploadLimits GET video.bsky.app/xrpc/app.bsky.video.getUploadLimits | header: authorization=Bearer',
  'app.bsky.video.startUpload POST video.bsky.app/xrpc/app.bsky.video.startUpload | header: authorization=Bearer; body: durationMs height mimeType name sizeBytes width',
  'app.bsky.video.uploadPart POST video.bsky.app/xrpc/app.bsky.video.uploadPart | header: authorization=Bearer; query: jobId partNumber',
  'app.bsky.video.uploadVideo POST video.bsky.app/xrpc/app.bsky.video.uploadVideo | header: authorization=Bearer; query: did name',
  'com.atproto.identity.resolveHandle GET /xrpc/com.atproto.identity.resolveHandle | query: handle',
  'oauth.authorization-server GET /.well-known/oauth-authorization-server',
  'oauth.par POST /oauth/par | form: client_id code_challenge code_challenge_method login_hint redirect_uri response_mode=query response_type=code scope=atproto,transition:generic state; header: dpop',
  'oauth.protected-resource GET /.well-known/oauth-protected-resource',
  'oauth.revoke POST /oauth/revoke | form: client_id token; header: dpop',
  'oauth.token POST /oauth/token grant_type=authorization_code | form: client_id code code_verifier grant_type redirect_uri; header: dpop',
  'oauth.token POST /oauth/token grant_type=refresh_token | form: client_id grant_type refresh_token; header: dpop',
]

/** @see https://docs.bsky.app/docs/category/http-reference (read 2026-11-23) */
export const blueskyCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
