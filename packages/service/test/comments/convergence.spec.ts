import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Context } from '../../src/index.ts'
import { bodyOf } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'
import type { Held } from './fake-comments.ts'

const minute = 60_000
const runs = Number(process.env['MODEL_RUNS'] ?? 12)

/** One thing that happens: at the network, through the API, or to a process. */
type Event =
  | { kind: 'comment' | 'reply' | 'edit' | 'like' | 'hide' | 'remove'; at: number }
  | { kind: 'own' | 'ownHide' | 'ownLike' | 'ownRemove'; at: number }
  | { kind: 'fail' | 'die' | 'work' | 'read'; at: number }

const kinds = ['comment', 'reply', 'edit', 'like', 'hide', 'remove', 'own', 'ownHide', 'ownLike', 'ownRemove'] as const
const others = ['fail', 'die', 'work', 'read'] as const
const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom(...kinds, ...others, ...others),
  at: fc.nat(1000),
}) as fc.Arbitrary<Event>

/** Where in a history calls to the network are interrupted by the events that follow. */
const history = fc.array(fc.record({ event, during: fc.array(event, { maxLength: 2 }) }), {
  minLength: 5,
  maxLength: 40,
})

class Actor {
  readonly removed = new Set<string>()
  /** Comments that were deleted through the API. */
  readonly #deletedHere = new Set<string>()
  /** What was set on comments through the API, until a user of the network sets something else. */
  readonly #set = new Map<string, { isHidden?: boolean; liked?: boolean }>()
  readonly harness: CommentHarness
  readonly workers: Context[]
  #dying = false
  #depth = 0

  constructor(harness: CommentHarness, workers: Context[]) {
    this.harness = harness
    this.workers = workers
  }

  /** What happens while a call to the network is open: nothing that would wait for that call. */
  async within(event: Event): Promise<void> {
    this.#depth++
    await this.act(event).finally(() => this.#depth--)
  }

  /** A read, unless a call to the network is open that it would wait for. No read undoes what was done through the API. */
  async #read() {
    const read = this.#depth > 0 ? undefined : await this.harness.list().catch(() => undefined)
    for (const comment of read?.body.comments ?? []) {
      expect(this.#deletedHere.has(comment.id), `${comment.id} was deleted`).to.equal(false)
      expect(comment).to.include(this.#set.get(comment.id) ?? {})
    }
    return read
  }

  /** Reads what the copy holds now. */
  async look(): Promise<void> {
    await this.#read()
  }

  #pick(at: number, wanted: (one: Held) => boolean = () => true): Held | undefined {
    const list = [...this.harness.network.held.values()].filter(wanted)
    return list[at % Math.max(1, list.length)]
  }

  #change(at: number, change: (one: Held) => Partial<Held>): void {
    const one = this.#pick(at)
    if (one) Object.assign(one, change(one))
  }

  #note(id: string, change: { isHidden?: boolean | undefined; liked?: boolean }): void {
    const { isHidden, ...rest } = { ...this.#set.get(id), ...change }
    this.#set.set(id, isHidden === undefined ? rest : { ...rest, isHidden })
  }

  #remove(one: Held | undefined): void {
    if (!one) return
    for (const { id } of [one, ...this.harness.network.replies(one.id)]) this.removed.add(id)
    this.harness.network.remove(one.id)
  }

  async act({ kind, at }: Event): Promise<void> {
    const { harness } = this
    const { network } = harness
    switch (kind) {
      case 'comment':
        return void network.add()
      case 'reply': {
        const top = this.#pick(at, ({ parentId }) => parentId === null)
        return void (top && network.add({ parentId: top.id }))
      }
      case 'edit':
        return this.#change(at, ({ text }) => ({ text: `${text}!` }))
      case 'like':
        return this.#change(at, ({ likes }) => ({ likes: likes + 1 }))
      case 'hide': {
        const one = this.#pick(at, ({ parentId }) => parentId !== null)
        if (!one) return
        Object.assign(one, { hidden: !one.hidden })
        return void this.#note(one.id, { isHidden: undefined })
      }
      case 'remove':
        return this.#remove(this.#pick(at))
      case 'own':
        return this.#own(at)
      case 'ownHide':
      case 'ownLike':
        return this.#switch(
          kind,
          this.#pick(at, ({ parentId }) => parentId !== null),
        )
      case 'ownRemove':
        return this.#ownRemove(this.#pick(at, ({ own }) => own))
      case 'fail':
        return void network.before.push(() => {
          throw new ProviderError('provider_error', undefined, at % 2 === 0 ? 'indeterminate' : 'rejected')
        })
      case 'die':
        this.#dying = true
        return
      case 'work':
        return void (await this.#work(at))
      case 'read':
        harness.wait(at % 3 === 0 ? 61_000 : 1_000)
        return void (await this.#read())
    }
  }

  /** Two workers at once; one that dies leaves everything as it is. */
  async #work(at: number): Promise<void> {
    this.harness.wait(at % 2 === 0 ? 31_000 : 1_000)
    const { promise: death, resolve } = Promise.withResolvers<void>()
    if (this.#dying) this.harness.network.death = resolve
    this.#dying = false
    const working = this.workers.map((context) => this.harness.work({ context, max: 2 }).catch(() => {}))
    await Promise.race([Promise.all(working), death])
    this.harness.network.death = null
  }

  async #own(at: number): Promise<void> {
    const top = this.#pick(at, ({ parentId }) => parentId === null)
    const place = top && at % 2 === 0 ? { parentId: top.id } : {}
    const message = `own ${at} ${this.harness.network.calls.length}`
    const create = this.harness.create({ postId: 'post-1', message, ...place })
    const output = await this.harness.beside(create).catch(() => undefined)
    if (!output) return
    const { id } = bodyOf(output).comment
    const read = await this.#read()
    if (read && this.harness.network.held.has(id)) expect(read.body.comments.map((one) => one.id)).to.include(id)
  }

  async #switch(kind: 'ownHide' | 'ownLike', one: Held | undefined): Promise<void> {
    if (!one) return
    const value = kind === 'ownHide' ? { hidden: !one.hidden } : { liked: !one.liked }
    const wanted = kind === 'ownHide' ? { isHidden: !one.hidden } : { liked: !one.liked }
    const done = await this.harness.update(one.id, { postId: 'post-1', ...value }).catch(() => undefined)
    if (!done) return
    this.#note(one.id, wanted)
    const shown = (await this.#read())?.body.comments.find(({ id }) => id === one.id)
    if (shown) expect(shown).to.include(wanted)
  }

  async #ownRemove(one: Held | undefined): Promise<void> {
    if (!one) return
    const done = await this.harness.remove(one.id).catch(() => undefined)
    if (!done) return
    this.removed.add(one.id)
    this.#deletedHere.add(one.id)
    const read = await this.#read()
    if (read) expect(read.body.comments.map(({ id }) => id)).to.not.include(one.id)
  }
}

describe('the copy of comments, whatever happens', function () {
  this.timeout(900_000)

  it('is what the network holds once nothing happens any more, and nothing deleted comes back', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const harness = await startCommentHarness()
        try {
          const workers = [await harness.harness.another(), await harness.harness.another()]
          const actor = new Actor(harness, workers)
          const { network } = harness
          for (let n = 0; n < 7; n++) network.add(n === 6 ? { own: true } : {})
          for (const { event: next, during } of steps) {
            const inside = during.filter(({ kind }) => !others.some((other) => other === kind))
            if (inside.length > 0) network.after.push(async () => void (await actor.within(inside[0] as Event)))
            await actor.act(next)
            await actor.look()
          }
          network.before = []
          network.after = []
          await settle(harness)
          expect((await harness.list()).body.comments).to.deep.equal(network.truth())
          for (const { id } of (await harness.list()).body.comments) expect(actor.removed.has(id)).to.equal(false)
        } finally {
          await harness.close()
        }
      }),
      {
        numRuns: runs,
        endOnFailure: true,
        seed: Number(process.env['MODEL_SEED'] ?? 20_261_122),
      },
    )
  })
})

/** Everything that was left open is done, and one more pass looks at all comments. */
async function settle(harness: CommentHarness): Promise<void> {
  for (let round = 0; round < 3; round++) {
    harness.wait(46 * minute)
    await harness.list()
    while ((await harness.work()) > 0) await sleep(0)
  }
}
