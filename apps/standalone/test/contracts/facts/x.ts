import { readCall } from './call-facts.ts'

const api = 'api.x.com/2'
const scopes = 'tweet.read,users.read,offline.access,tweet.write,media.write,dm.read'
const signed = 'header: authorization=Bearer'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  `media.append POST ${api}/media/upload/{}/append | part: media segment_index`,
  `media.finalize POST ${api}/media/upload/{}/finalize`,
  `media.initialize POST ${api}/media/upload/initialize | body: media_category media_type total_bytes`,
  `media.status GET ${api}/media/upload | query: command media_id`,
  `posts.create POST ${api}/tweets | body: media.media_ids reply.in_reply_to_tweet_id`,
  `posts.delete DELETE ${api}/tweets/{}`,
  `posts.list GET ${api}/users/{}/tweets | query: exclude expansions max_results media.fields tweet.fields`,
  `users.me GET ${api}/users/me | query: user.fields`,
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  `oauth.revoke POST ${api}/oauth2/revoke | form: token; header: authorization=Basic`,
  `oauth.token POST ${api}/oauth2/token grant_type=authorization_code | form: code code_verifier grant_type redirect_uri; header: authorization=Basic`,
  `oauth.token POST ${api}/oauth2/token grant_type=refresh_token | form: grant_type refresh_token; header: authorization=Basic`,
  // https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (read 2026-11-23)
  `authorize GET x.com/i/oauth2/authorize | query: client_id code_challenge code_challenge_method=S256 redirect_uri response_type=code state scope=${scopes}`,
]

/** @see https://docs.x.com/x-api (read 2026-11-23) */
export const xCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
