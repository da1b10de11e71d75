import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeCommentAccount, commentAccount, findCommentPost, upsertCommentPosts } from '@carillon/database'
import { Agent, fetch, type Response } from 'undici'
import type { BenchChild } from '../child.ts'
import type { Installation } from '../installation.ts'
import { forgetPeak, peakMemory } from '../machine.ts'
import { figureOf, type Measure, quantile, type Row } from '../measure.ts'

const rounds = 3
/** 10,000 comments: 20 pages of 100 threads, a list each of held ones and of spam, and four long threads. */
const comments = 10_000
const idealCalls = 26
const readers = 4
const simultaneous = 1_000
/** As many as a gateway takes from one address, nearly. */
const connections = 500
const pauseMs = 10
const scopes = ['https://www.googleapis.com/auth/youtube.force-ssl']
const credentials = { accessToken: 'bench', refreshToken: 'bench', uploads: 'UUbench' }

interface Opened {
  gateway: BenchChild
  worker: BenchChild
  network: BenchChild
  accountId: string
  /** GET /comments about a post, which is added to the account first. */
  post(postId: string): Promise<() => Promise<Response>>
  /** Resolves once no pass over the post's comments is open. */
  idle(postId: string): Promise<void>
}

async function open(installation: Installation): Promise<Opened> {
  const { context, apiKey } = installation
  const network = await installation.start('comments-network')
  const env = {
    YOUTUBE_HOST_API: String(network.ready['url']),
    COMMENTS_STALE_AFTER_SECONDS: '600',
  }
  const [gateway, worker] = await Promise.all([installation.start('gateway', env), installation.start('worker', env)])
  await installation.emptyProfile()
  const accountId = await installation.connect('youtube', { scopes, credentials })
  await commentAccount(context.db, accountId)
  await changeCommentAccount(context.db, accountId, { postsSyncedAt: context.now() })
  const headers = { authorization: `Bearer ${apiKey}` }
  const dispatcher = new Agent({ connections })
  return {
    gateway,
    worker,
    network,
    accountId,
    async post(postId) {
      const summary = JSON.stringify({ id: postId, caption: 'A video', permalink: null, publishedAt: null })
      const row = { id: randomUUIDv7(), accountId: accountId, postId: postId, rank: null, summary }
      await upsertCommentPosts(context.db, [{ ...row, readAt: context.now() }])
      const url = `${gateway.ready['url']}/api/v1/comments?${new URLSearchParams({ platform: 'youtube', accountId, postId })}`
      return async () => {
        const response = await fetch(url, { headers, dispatcher })
        if (response.status !== 200) throw new Error(`${url} responded ${response.status}: ${await response.text()}`)
        return response
      }
    },
    async idle(postId) {
      for (;;) {
        const copy = await findCommentPost(context.db, { accountId, postId })
        if (copy?.syncedAt && copy.passKind === null && copy.requestedAt === null) return
        await sleep(20)
      }
    },
  }
}

/** Milliseconds of each read of a page while `work` goes on. */
async function readDuring(read: () => Promise<Response>, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  const reading = { over: false }
  const reader = async () => {
    while (!reading.over) {
      const began = performance.now()
      await (await read()).arrayBuffer()
      times.push(performance.now() - began)
      await sleep(pauseMs)
    }
  }
  const reads = Array.from({ length: readers }, reader)
  await work()
  reading.over = true
  await Promise.all(reads)
  return times
}

async function measureSync(opened: Opened, values: Record<string, number[]>, round: number): Promise<void> {
  const { gateway, worker, network, post, idle } = opened
  const note = (figure: string, value: number) => {
    if (round > 0) values[figure] = [...(values[figure] ?? []), value]
  }
  const small = await post('small-1')
  await small()
  await idle('small-1')
  const postId = `large-${round}`
  const large = await post(postId)
  const before = await network.ask<number>('calls')
  forgetPeak(worker.pid)
  await gateway.ask('stall')
  const began = performance.now()
  const times = await readDuring(small, async () => {
    await large()
    await idle(postId)
  })
  note('seconds', (performance.now() - began) / 1000)
  note('gateway, longest stall', await gateway.ask<number>('stall'))
  note('worker, peak', peakMemory(worker.pid))
  note('read meanwhile, p99', quantile(times, 0.99))
  note('calls', (await network.ask<number>('calls')) - before)
  const { comments: held, complete } = (await (await large()).json()) as { comments: unknown[]; complete: boolean }
  note('comments', complete ? held.length : Number.NaN)
}

export const commentSync: Row = {
  id: 'comment-sync',
  about: `the copy of a post with ${comments} comments is made in the background while another post is read`,
  bars: [
    { figure: 'comments', unit: '', atLeast: comments, atMost: comments },
    { figure: 'calls', unit: '', atMost: idealCalls },
    { figure: 'read meanwhile, p99', unit: 'ms', atMost: 30 },
    { figure: 'gateway, longest stall', unit: 'ms', atMost: 50 },
    { figure: 'worker, peak', unit: 'MiB', atMost: 200 },
    { figure: 'seconds', unit: 's' },
  ],
  async run(installation): Promise<Measure> {
    const opened = await open(installation)
    const values: Record<string, number[]> = {}
    for (let round = 0; round <= rounds; round++) await measureSync(opened, values, round)
    await installation.emptyProfile()
    return Object.fromEntries(Object.entries(values).map(([figure, list]) => [figure, figureOf(list)]))
  },
}

export const staleComments: Row = {
  id: 'comment-stale',
  about: `${simultaneous} simultaneous readers of one post whose copy is stale, over ${connections} connections`,
  bars: [
    { figure: 'refreshes', unit: '', atLeast: 1, atMost: 1 },
    { figure: 'slowest', unit: 'ms' },
  ],
  async run(installation) {
    const { context } = installation
    const { accountId, post, idle } = await open(installation)
    const postId = 'small-1'
    const read = await post(postId)
    await (await read()).arrayBuffer()
    await idle(postId)
    const passOf = async () => (await findCommentPost(context.db, { accountId, postId }))?.pass ?? Number.NaN
    const [refreshes, slowest]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const before = await passOf()
      await context.pool.query(`update comment_post set synced_at = synced_at - interval '1 hour'`)
      const times = await Promise.all(
        Array.from({ length: simultaneous }, async () => {
          const began = performance.now()
          await (await read()).arrayBuffer()
          return performance.now() - began
        }),
      )
      await idle(postId)
      refreshes.push((await passOf()) - before)
      slowest.push(Math.max(...times))
    }
    await installation.emptyProfile()
    return { refreshes: figureOf(refreshes), slowest: figureOf(slowest) }
  },
}
