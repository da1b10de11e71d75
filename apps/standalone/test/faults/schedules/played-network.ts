import type { Context } from '@carillon/service'
import type { HeldPost } from './network-state.ts'

type Registry = Context['registry']

interface PlayedState {
  postId: string | null
}

interface Call {
  outbound: Pick<Context['outbound'], 'request'>
  account: { providerId: string }
  signal: AbortSignal
  input: { text: string }
}

const resultOf = (_call: unknown, { postId }: PlayedState) =>
  postId === null ? undefined : { postIds: [postId], permalink: null }

/**
 * Publishes with one call without a key, as most networks have it: what became of a lost call is read from the posts of the
 * account.
 */
function portTo(url: string) {
  const request = (call: Call, operation: string, { query = '', body }: { query?: string; body?: string }) =>
    call.outbound.request({
      ...{ network: 'bluesky', operation, method: body === undefined ? 'GET' : 'POST', signal: call.signal },
      url: `${url}/${call.account.providerId}${query}`,
      ...(body !== undefined && { body }),
    })
  return {
    // The probes go on for longer than the network delays a call, also if its process gets no processor time meanwhile.
    settling: { callSeconds: 10, seconds: 4, maxProbes: 3, probeIntervalSeconds: 1 },
    begin: (): PlayedState => ({ postId: null }),
    async advance(call: Call, state: PlayedState) {
      const result = resultOf(call, state)
      return result ? { kind: 'done', result } : { kind: 'commit', step: 'post' }
    },
    resultOf,
    async commit(call: Call): Promise<PlayedState> {
      const response = await request(call, 'posts.create', { body: call.input.text })
      const { id } = response.json() as { id: string }
      return { postId: id }
    },
    async reconcile(call: Call, _state: PlayedState, open: { startedAt: Date; claimed: ReadonlySet<string> }) {
      const since = open.startedAt.getTime() - 10_000
      const response = await request(call, 'posts.list', { query: `?since=${since}` })
      const { posts } = response.json() as { posts: HeldPost[] }
      const found = posts.find(({ id, text }) => text === call.input.text && !open.claimed.has(id))
      return found ? { kind: 'done', state: { postId: found.id } } : { kind: 'absent' }
    },
  }
}

/** The adapters of a registry, but for one network, which is played. */
export function playedRegistry(base: Registry, url: string): Registry {
  const ports = { publish: portTo(url), credentials: { parse: (stored: object) => stored } }
  return {
    async adapter(platform) {
      const adapter = await base.adapter(platform)
      return platform === 'bluesky' ? Object.assign({ ...adapter }, ports) : adapter
    },
  }
}
