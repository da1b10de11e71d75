import { noMetrics, type ReadPost } from '@carillon/domain'
import { type JsonObject, type PostsPort, type PublishPort, type Registry, registry } from '@carillon/providers'

interface FakeState {
  key: string
  posted: boolean
  [name: string]: string | boolean
}

const resultOf = (_call: unknown, { key, posted }: FakeState) =>
  posted ? { postIds: [key], permalink: null } : undefined

/** Takes every post at once, with one call that cannot be taken back, as most networks have it. */
const publish: PublishPort<'bluesky', FakeState> = {
  settling: { seconds: 60, maxProbes: 2, probeIntervalSeconds: 30 },
  begin: ({ writeId }) => ({ key: writeId, posted: false }),
  async advance(call, state) {
    const result = resultOf(call, state)
    return result ? { kind: 'done', result } : { kind: 'commit', step: 'post' }
  },
  resultOf,
  commit: async (_call, state) => ({ ...state, posted: true }),
  reconcile: async (_call, state) => ({ kind: 'done', state: { ...state, posted: true } }),
}

/** One call to the network for an account's only page. */
function postsOf(networkUrl: string): PostsPort {
  return {
    async list(call) {
      const response = await call.outbound.request({
        network: 'bluesky',
        operation: 'posts.list',
        method: 'GET',
        url: `${networkUrl}/posts/${call.account.providerId}`,
        signal: call.signal,
      })
      return { posts: response.json() as ReadPost[], next: null }
    },
  }
}

/** A page of posts as the fake network returns it. */
export function pageOfPosts(account: string, posts: number): ReadPost[] {
  return Array.from({ length: posts }, (_, at) => ({
    providerId: `${account}-${at}`,
    text: `The ${at}th post of ${account}, with an emoji 🎠 and a few words more`,
    mediaType: 'text',
    thumbnailUrl: null,
    permalink: `https://example.com/${account}/${at}`,
    publishedAt: new Date(1_790_000_000_000 - at * 60_000).toISOString(),
    metrics: { ...noMetrics, likes: at, comments: 1 },
  }))
}

/** The real adapters but for one network, which is played. */
export function fakeRegistry(networkUrl: string): Registry {
  const ports = { publish, posts: postsOf(networkUrl), credentials: { parse: (stored: JsonObject) => stored } }
  return {
    async adapter(platform) {
      const adapter = await registry.adapter(platform)
      return platform === 'bluesky' ? Object.assign({ ...adapter }, ports) : adapter
    },
  }
}
