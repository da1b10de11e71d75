import { setImmediate } from 'node:timers/promises'
import type { AccountRow } from '@carillon/database'
import type { Comment, Platform } from '@carillon/domain'
import { type AnyOutput, type Context, jobs } from '../../src/index.ts'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { FakeComments } from './fake-comments.ts'

const never = new AbortController().signal

/** A service over a fake network with comments, with an account and a clock that tests move. */
export interface CommentHarness {
  harness: Harness
  network: FakeComments
  account: AccountRow
  /** Moves the clock. */
  wait(ms: number): void
  /** GET /comments; the body is parsed. */
  list(
    query?: Record<string, string>,
    options?: { context?: Context; headers?: Record<string, string> },
  ): Promise<Listed>
  create(body: Record<string, string>): Promise<AnyOutput>
  update(commentId: string, body: object): Promise<AnyOutput>
  remove(commentId: string, query?: Record<string, unknown>): Promise<AnyOutput>
  /** Runs queued jobs of comments until none is due. Returns how many there were. */
  work(options?: { context?: Context; max?: number }): Promise<number>
  /** The outcome of a request while workers carry on what it leaves open. */
  beside<T>(request: Promise<T>): Promise<T>
  /** Queued jobs by name. */
  queued(): Promise<string[]>
  close(): Promise<void>
}

interface Listed {
  status: number
  headers: Readonly<Record<string, string>>
  body: {
    postId: string | null
    posts: { id: string }[]
    comments: Comment[]
    nextCursor: string | null
    complete: boolean
    syncedAt: string | null
  }
}

export async function startCommentHarness(
  platform: Platform = 'tiktok',
  env: Record<string, string> = {},
): Promise<CommentHarness> {
  const network = new FakeComments()
  let clockMs = 0
  const overrides = {
    registry: withPorts({ [platform]: { comments: network.port } }),
    now: () => new Date(Date.now() + clockMs),
  }
  const harness = await startHarness(overrides, env)
  const account = await harness.connect({ platform })
  const scope = { organizationId: harness.organizationId, profileId: null }
  const named = { platform, accountId: account.id }

  async function due(context: Context, max: number, like = 'comments.%') {
    const { rows } = await context.pool.query(
      `delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
       where tasks.id = jobs.task_id and jobs.id in (
         select jobs.id from graphile_worker._private_jobs as jobs
         join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
         where tasks.identifier like $3 and jobs.run_at <= $2 order by jobs.run_at, jobs.id limit $1)
       returning tasks.identifier as name, jobs.payload`,
      [max, context.now(), like],
    )
    return rows as { name: keyof typeof jobs; payload: unknown }[]
  }

  return {
    harness,
    network,
    account,
    wait: (ms) => {
      clockMs += ms
    },
    async list(query = {}, { context = harness.context, headers = {} } = {}) {
      const output = await ask(context, 'comments.list', { scope, query: { ...named, ...query }, headers })
      const text = output.json ? Buffer.concat(output.json).toString('utf8') : JSON.stringify(output.body ?? null)
      return { status: output.status, headers: output.headers ?? {}, body: JSON.parse(text) }
    },
    create: (body) => ask(harness.context, 'comments.create', { scope, body: { ...named, ...body } }),
    update: (commentId, body) =>
      ask(harness.context, 'comments.update', { scope, params: { commentId }, body: { ...named, ...body } }),
    remove: (commentId, query = {}) =>
      ask(harness.context, 'comments.delete', {
        scope,
        params: { commentId },
        query: { ...named, ...query } as Record<string, string>,
      }),
    async work({ context = harness.context, max = 1000 } = {}) {
      let count = 0
      while (count < max) {
        const [job] = await due(context, 1)
        if (!job) break
        count++
        await jobs[job.name].run(context, job.payload, never)
      }
      return count
    },
    async beside(request) {
      let isOver = false
      const ended = request.finally(() => {
        isOver = true
      })
      ended.catch(() => {})
      while (!isOver) {
        const jobsDue = await due(harness.context, 10, 'write.run')
        for (const { name, payload } of jobsDue) await jobs[name].run(harness.context, payload, never)
        await setImmediate()
      }
      return ended
    },
    async queued() {
      const { rows } = await harness.context.pool.query(
        `select tasks.identifier as name from graphile_worker._private_jobs as jobs
         join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
         where tasks.identifier like 'comments.%' order by 1`,
      )
      return rows.map(({ name }: { name: string }) => name)
    },
    close: () => harness.close(),
  }
}
