import type { Schedule } from '@carillon/domain'
import type { HeldPost } from './network-state.ts'
import type { Planned } from './plan-schedules.ts'

const faultKinds = ['early', 'doubled', 'missed', 'wrongTime', 'wrongStatus', 'onLate', 'unfinished'] as const
export type ScheduleFault = (typeof faultKinds)[number]

export interface ScheduleVerdict {
  faults: Record<ScheduleFault, string[]>
  /** Schedules by how they ended. */
  ends: Record<string, number>
  /** How many posts were public so long after they were due. */
  lateness: Record<string, number>
}

/** The API's view of a schedule at the end. */
export type Seen = Pick<Schedule, 'scheduleId' | 'status' | 'publishAt' | 'problem' | 'publishId'>

export interface Evidence {
  planned: readonly Planned[]
  /** By the mark: what the API lists, and what the network holds. */
  seen: ReadonlyMap<string, readonly Seen[]>
  held: ReadonlyMap<string, readonly HeldPost[]>
  /** When each was taken, in ms since 1970; those that became no publish are missing. */
  taken: ReadonlyMap<string, number>
}

const minuteMs = 60_000
/** How long a post may take from its start until it is public, lost responses and processes included. */
const publishMs = 2 * minuteMs
const steps = { '2 s': 2_000, '60 s': minuteMs, '5 min': 5 * minuteMs, '60 min': 60 * minuteMs }

const at = (time: number): string => new Date(time).toISOString()

/** What became of a schedule outside of its row. */
interface Found {
  posts: readonly HeldPost[]
  takenAt: number | undefined
}

type Report = (kind: ScheduleFault, what: string) => void

/** Whether the post was to be public: everything but what was cancelled, is held or failed. */
function judgePosts(schedule: Seen, posts: readonly HeldPost[], report: Report): void {
  const { status } = schedule
  const ids = posts.map(({ id, calledAt, at: since }) => `${id} called ${at(calledAt)} public ${at(since)}`).join(', ')
  if (posts.length > 1) report('doubled', `${posts.length} posts: ${ids}; publish ${schedule.publishId}`)
  if (status === 'published' && posts.length === 0) report('missed', 'it is published, but not there')
  const isOut = status === 'published' || status === 'taken'
  if (!isOut && posts.length > 0) report('wrongStatus', `it is ${status}, but there: ${ids}`)
}

/** What `onLate` said of a post that is public, or of one that is not. */
function judgeLateness(
  planned: Planned,
  { status, problem, publishId }: Seen,
  { posts, takenAt }: Found,
  report: Report,
) {
  const { afterMinutes, then } = planned.onLate
  const limit = planned.due + afterMinutes * minuteMs
  const [post] = posts
  if (post && !planned.released) {
    if (post.at < planned.due) report('early', `due ${at(planned.due)}, public ${at(post.at)}`)
    const isTooLate = post.at > limit + publishMs
    if (isTooLate && then !== 'publish') {
      const times = `taken ${takenAt === undefined ? 'never' : at(takenAt)}, called ${at(post.calledAt)}`
      const rule = `${then} after ${afterMinutes} min`
      report('onLate', `${rule}: due ${at(planned.due)}, ${times}, public ${at(post.at)}`)
    }
  }
  const isLate = problem?.code === 'late'
  if (status === 'held' || (status === 'failed' && publishId === null)) {
    if (!isLate) report('wrongStatus', `it is ${status}: ${problem?.code}`)
    if (isLate && then !== (status === 'held' ? 'hold' : 'fail')) report('onLate', `${then}, but it is ${status}`)
    if (isLate && Date.parse(problem.at) < limit) report('onLate', `${status} at ${problem.at}, before ${at(limit)}`)
  }
}

const open: ReadonlySet<string> = new Set(['scheduled', 'taken'])

function judgeOne(planned: Planned, schedule: Seen, found: Found, report: Report): void {
  const { status, publishAt, publishId } = schedule
  if (open.has(status)) report('unfinished', `it is ${status}`)
  if (status === 'unknown' || (status === 'failed' && publishId !== null)) report('wrongStatus', `it is ${status}`)
  const isCancelled = planned.change === 'cancel' && planned.changed === true
  if (isCancelled !== (status === 'cancelled')) report('wrongStatus', `cancelled: ${isCancelled}, but it is ${status}`)
  if (Date.parse(publishAt.instant) !== planned.due) {
    report('wrongTime', `${JSON.stringify(planned.publishAt)} is ${at(planned.due)}, not ${publishAt.instant}`)
  }
  judgePosts(schedule, found.posts, report)
  judgeLateness(planned, schedule, found, report)
}

function latenessOf({ due }: Planned, [post]: readonly HeldPost[]): string | undefined {
  if (!post || post.at < due) return undefined
  const late = post.at - due
  return Object.entries(steps).find(([, ms]) => late <= ms)?.[0] ?? 'more'
}

/** Compares what was planned with what the API lists and what the network holds. */
export function judgeSchedules({ planned, seen, held, taken }: Evidence): ScheduleVerdict {
  const faults = Object.fromEntries(faultKinds.map((kind) => [kind, [] as string[]])) as ScheduleVerdict['faults']
  const [ends, lateness]: Record<string, number>[] = [{}, {}]
  const count = (into: Record<string, number> = {}, name: string) => {
    into[name] = (into[name] ?? 0) + 1
  }
  for (const one of planned) {
    const report: Report = (kind, what) => void faults[kind].push(`${one.mark} ${one.id}: ${what}`)
    const [schedule, ...others] = seen.get(one.mark) ?? []
    const posts = held.get(one.mark) ?? []
    if (!schedule) {
      report('missed', `it is not listed, ${posts.length} posts are there`)
      continue
    }
    if (others.length > 0) report('doubled', `${others.length + 1} schedules`)
    judgeOne(one, schedule, { posts, takenAt: taken.get(one.mark) }, report)
    count(ends, schedule.status)
    const late = latenessOf(one, posts)
    if (late) count(lateness, late)
  }
  return { faults, ends: ends ?? {}, lateness: lateness ?? {} }
}
