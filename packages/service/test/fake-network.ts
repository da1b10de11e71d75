import { ProviderError, type PublishPort, type Step } from '@carillon/providers'

/** How the network takes one call that cannot be taken back. */
export type CallOutcome = 'accept' | 'accept-then-drop' | 'drop-before' | 'reject' | 'throttle' | 'unreachable'

export interface FakeState {
  key: string
  uploaded: boolean
  postId: string | null
  [key: string]: string | boolean | null
}

/** A network with one step before its commit, and the truth about what was posted on it. */
export class FakeNetwork {
  posts: { id: string; key: string }[] = []
  uploads = 0
  commits = 0
  maxProbes = 0
  /** Moods of the next calls; `accept` when none is left. */
  moods: CallOutcome[] = []
  /** What the next look-ups do before they read: `fail`, `blind` (cannot tell), `lag` (does not show it yet). */
  reads: ('fail' | 'blind' | 'lag')[] = []
  /** Turns for which the network works on a post before it is published; 0: at once. */
  processing = 0
  /** Rejects what comes after the post is out. */
  rejectsWhatFollows = false
  /** Takes the media in. */
  upload: () => Promise<void> = async () => {
    this.uploads++
  }
  /** How the network's work on a post ends if it does not publish it. */
  ending: ProviderError | null = null

  readonly port: PublishPort<'bluesky', FakeState> = {
    settling: { seconds: 60, maxProbes: 2, probeIntervalSeconds: 30 },
    begin: ({ writeId }) => ({ key: writeId, uploaded: false, postId: null }),
    advance: async (_call, state): Promise<Step<FakeState>> => {
      if (!state.uploaded) {
        await this.upload()
        return { kind: 'next', state: { ...state, uploaded: true } }
      }
      if (state.postId === null) return { kind: 'commit', step: 'post' }
      if (this.rejectsWhatFollows) throw new ProviderError('post_not_found', 'No such post.', 'rejected')
      if (this.processing-- > 0) return { kind: 'wait', state, seconds: 60, accepted: true }
      if (this.ending) throw this.ending
      return { kind: 'done', result: { postIds: [state.postId], permalink: `https://example.com/${state.postId}` } }
    },
    commit: async (_call, state) => {
      this.commits++
      const mood = this.moods.shift() ?? 'accept'
      if (mood === 'unreachable') throw new ProviderError('provider_error', 'No connection.', 'not_sent')
      if (mood === 'reject') throw new ProviderError('provider_rejected', 'Not like this.', 'rejected')
      if (mood === 'throttle') throw new ProviderError('rate_limited', 'Slowly.', 'rejected', { retryAfter: 7 })
      if (mood === 'drop-before') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      const id = `post-${this.posts.length + 1}`
      this.posts.push({ id, key: state.key })
      if (mood === 'accept-then-drop') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      return { ...state, postId: id }
    },
    reconcile: async (_call, state) => {
      this.maxProbes++
      const read = this.reads.shift()
      if (read === 'fail') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      if (read === 'blind') return { kind: 'undecidable', reason: 'the list of posts is hidden.' }
      const found = read === 'lag' ? undefined : this.posts.find((post) => post.key === state.key)
      return found ? { kind: 'done', state: { ...state, postId: found.id } } : { kind: 'absent' }
    },
    recover: async (call, state, open) =>
      state.postId === null ? this.port.reconcile(call, state, open) : { kind: 'done', state },
  }
}
