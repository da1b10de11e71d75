import { type LateAction, lateActions } from '@carillon/domain'
import { pick } from '../random.ts'
import { changesOfClocks, firstInstantOf, shownAt, textOf } from './local-times.ts'
import { ruledBy, zonesWithNewerRules } from './zone-rules.ts'

/** What a customer does with a schedule at about the time at which it is due. */
const changes = ['none', 'cancel', 'move', 'release'] as const

/** A schedule of the run, and what is known of it. */
export interface Planned {
  mark: string
  /** The number of the organization to which it belongs. */
  owner: number
  publishAt: string | { local: string; timeZone: string }
  onLate: { afterMinutes: number; then: LateAction }
  change: (typeof changes)[number]
  /** When it is due, by rules that are written a second time. */
  due: number
  /** The id of the schedule that was stored. */
  id: string | null
  /** Whether the change was made; undefined before it was requested. */
  changed?: boolean
  /** Whether it was released before it was due, or while it was held. */
  released?: boolean
}

/** 30 zones of both hemispheres, half of them with changes of clocks. */
const zones = [
  ...zonesWithNewerRules,
  ...['Europe/Berlin', 'Europe/London', 'Europe/Athens', 'Europe/Istanbul', 'Europe/Dublin'],
  ...['America/Los_Angeles', 'America/Chicago', 'America/St_Johns', 'America/Sao_Paulo', 'America/Santiago'],
  ...['America/Havana', 'America/Asuncion', 'America/Phoenix', 'America/Nuuk', 'Africa/Cairo', 'Africa/Casablanca'],
  ...['Africa/Lagos', 'Asia/Tokyo', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Beirut', 'Asia/Jerusalem', 'Asia/Dubai'],
  ...['Australia/Lord_Howe', 'Australia/Adelaide', 'Pacific/Auckland', 'Pacific/Chatham'],
]

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The longest time after a moment at which one of its schedules is due. */
const spreadMs = 4_000
const changeShare = 0.12
const onLates = [1, 3, 5, 30, 60, 240]

/** Instants around which schedules are due: every third of them is one at which the clocks of a zone change. */
function momentsOf(count: number, { from, random }: { from: number; random(): number }) {
  const until = from + 364 * dayMs
  const edges = zones.flatMap((timeZone) => changesOfClocks(timeZone, from, until).map((at) => ({ at, timeZone })))
  return Array.from({ length: count }, (_, index) => {
    if (index % 3 === 0) return pick(random, edges)
    return { at: from + Math.floor((random() * (until - from)) / 1_000) * 1_000, timeZone: null }
  })
}

/** A local time near a moment: of a zone whose clocks change then, one that may be skipped or shown twice. */
function localTime(moment: { at: number; timeZone: string | null }, random: () => number) {
  const timeZone = moment.timeZone ?? pick(random, zones)
  const near = shownAt(moment.at - 1_000, timeZone) + 1_000 + Math.floor((random() * spreadMs) / 1_000) * 1_000
  // Half an hour after the change: skipped if clocks are put forward.
  const isLater = moment.timeZone !== null && random() < 0.5
  return { local: near + (isLater ? hourMs / 2 : 0), timeZone }
}

function timeNear(moment: { at: number; timeZone: string | null }, random: () => number) {
  if (moment.timeZone === null && random() < 0.3) {
    const due = moment.at + Math.floor(random() * spreadMs)
    return { due, publishAt: new Date(due).toISOString() }
  }
  const { local, timeZone } = localTime(moment, random)
  return { due: firstInstantOf(local, timeZone), publishAt: { local: textOf(local), timeZone } }
}

/** Schedules of a year from a time on, around so many moments. */
export function planSchedules(
  { schedules, moments, owners }: { schedules: number; moments: number; owners: number },
  { from, random }: { from: number; random(): number },
): Planned[] {
  const around = momentsOf(moments, { from, random })
  return Array.from({ length: schedules }, (_, index) => ({
    mark: `no${index}z`,
    owner: index % owners,
    ...timeNear(pick(random, around), random),
    onLate: { afterMinutes: pick(random, onLates), then: pick(random, lateActions) },
    change: random() < changeShare ? pick(random, changes.slice(1)) : 'none',
    id: null,
  }))
}

/** When a schedule is due by the newer rules of zones. */
export function dueByNewerRules({ publishAt, due }: Planned): number {
  if (typeof publishAt === 'string') return due
  const local = Date.parse(`${publishAt.local}Z`)
  return firstInstantOf(local, ruledBy(publishAt.timeZone, true))
}
