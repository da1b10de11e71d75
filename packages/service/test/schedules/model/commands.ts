import { expect } from 'chai'
import fc from 'fast-check'
import { scheduleCheckpoints } from '../../../src/context.ts'
import { checkpoints, noteRestore } from '../../../src/index.ts'
import { rejection } from '../../ask.ts'
import { minute } from '../scheduling.ts'
import { afterRestore, afterWork, type Expectation, type Expected, isOpen, out } from './expected.ts'
import { ofPublishes, type Real } from './real.ts'

type Command = fc.AsyncCommand<Expectation, Real>
type Run = (expectation: Expectation, real: Real) => Promise<void>

/** A command that is checked against all schedules after it has run. */
function command(name: string, run: Run, check: (expectation: Expectation) => boolean = () => true): Command {
  return {
    check,
    toString: () => name,
    async run(expectation, real) {
      await run(expectation, real)
      await compare(expectation, real)
    },
  }
}

/** The schedules of the API are those that are expected, and no post is there twice. */
async function compare({ schedules }: Expectation, { own, posts }: Real): Promise<void> {
  for (const { id, text, status, code, due } of schedules) {
    const found = await own.get(id)
    const about = `${text}: ${JSON.stringify(found)}`
    expect(ofPublishes.has(found.status) && found.publishId !== null ? 'out' : found.status, about).to.equal(status)
    expect(found.publishAt.instant, about).to.equal(new Date(due).toISOString())
    if (status === 'held' || status === 'failed') expect(found.problem?.code, about).to.equal(code)
    expect(posts.get(text) ?? 0, about).to.be.at.most(1)
  }
}

function codeOf(schedule: Expected, { account }: Expectation): string | null {
  if (!isOpen(schedule)) return 'schedule_taken'
  if (account.status === 'gone') return 'account_not_found'
  return account.status === 'expired' ? 'connection_expired' : null
}

/** Asks for something; its rejection has to be the expected one. */
async function asked(work: Promise<unknown>, code: string | null): Promise<boolean> {
  if (code === null) await work
  else expect((await rejection(work)).code).to.equal(code)
  return code === null
}

let count = 0

const creating = fc
  .record({
    inMinutes: fc.integer({ min: 1, max: 180 }),
    afterMinutes: fc.constantFrom(1, 5, 60),
    then: fc.constantFrom('hold' as const, 'publish' as const, 'fail' as const),
  })
  .map(({ inMinutes, ...late }) =>
    command(
      `create(${inMinutes}, ${late.afterMinutes}, ${late.then})`,
      async ({ now, schedules }, { own }) => {
        const text = `Post ${count++}`
        const post = { platform: 'bluesky', accountId: own.account.id, text }
        const { scheduleId: id } = await own.create(inMinutes * minute, { post, onLate: late })
        const due = now + inMinutes * minute
        schedules.push({ id, text, due, late, status: 'scheduled', code: null, disturbed: false })
      },
      ({ account }) => account.status === 'connected',
    ),
  )

/** A command about one of the schedules that there are. */
function about(
  name: string,
  run: (schedule: Expected, expectation: Expectation, real: Real) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc.nat(20).map((index) =>
    command(
      `${name}(${index})`,
      async (expectation, real) => {
        const { schedules } = expectation
        const schedule = schedules[index % schedules.length]
        if (schedule) await run(schedule, expectation, real)
      },
      ({ schedules }) => schedules.length > 0,
    ),
  )
}

const moving = fc.integer({ min: 1, max: 180 }).chain((inMinutes) =>
  about(`move to ${inMinutes}`, async (schedule, expectation, { own }) => {
    const due = expectation.now + inMinutes * minute
    const params = { scheduleId: schedule.id }
    const moved = own.ask('schedules.update', { params, body: { publishAt: new Date(due).toISOString() } })
    const done = await asked(moved, codeOf(schedule, expectation))
    if (done) Object.assign(schedule, { due, status: 'scheduled', code: null })
  }),
)

const cancelling = about('cancel', async (schedule, _expectation, { own }) => {
  const cancelled = own.ask('schedules.cancel', { params: { scheduleId: schedule.id } })
  const done = await asked(cancelled, isOpen(schedule) ? null : 'schedule_taken')
  if (done) Object.assign(schedule, { status: 'cancelled', code: null })
})

const releasing = about('release', async (schedule, expectation, { own }) => {
  const released = own.ask('schedules.release', { params: { scheduleId: schedule.id } })
  if (await asked(released, codeOf(schedule, expectation))) out(schedule, expectation)
})

/** Minutes by which the clock is moved; a clock that was wrong is put back by an hour at most. */
const clock = fc.oneof(fc.integer({ min: -60, max: -1 }), fc.integer({ min: 0, max: 150 }), fc.constant(26 * 60))

const turning = fc
  .record({ minutes: clock, ms: fc.constantFrom(-1, 0, 1, 61_000) })
  .map(({ minutes, ms }) => command(`clock(${minutes}, ${ms})`, (...both) => turn(...both, minutes * minute + ms)))

async function turn(expectation: Expectation, { own }: Real, byMs: number): Promise<void> {
  own.clock.at += byMs
  expectation.now += byMs
}

const working = fc.constant(command('work', async (expectation, real) => worked(expectation, real, real.work())))

/** What the worker has done has to be what is expected of it. */
async function worked(expectation: Expectation, real: Real, work: Promise<void>): Promise<void> {
  await work
  const statuses = new Map<string, string>()
  for (const { id } of expectation.schedules) statuses.set(id, (await real.own.get(id)).status)
  afterWork(expectation, ({ id }) => statuses.get(id) !== 'scheduled')
}

/** Another worker goes on, so that what the dead one has not begun is not late. */
const dying = fc.constantFrom(...scheduleCheckpoints, ...checkpoints).map((at) =>
  command(`die at ${at}`, async (expectation, real) => {
    await real.workAndDie(at)
    await worked(expectation, real, real.work())
  }),
)

const changing = fc.constantFrom('connected' as const, 'expired' as const, 'gone' as const).map((status) =>
  command(
    `account ${status}`,
    async (expectation, real) => {
      await real.setAccount(status)
      expectation.account = { status, changed: true }
      if (status === 'connected') return
      for (const schedule of expectation.schedules) if (schedule.status === 'out') schedule.disturbed = true
    },
    ({ account }) => account.status !== 'gone' && account.status !== status,
  ),
)

const backingUp = fc.constant(
  command('back up', async (expectation, real) => {
    await real.backUp()
    expectation.backup = { at: expectation.now, schedules: structuredClone(expectation.schedules) }
  }),
)

/** Afterwards the operator cancels what is public already, as the documentation says. */
const restoring = fc.constant(
  command(
    'restore',
    async (expectation, real) => {
      const { backup } = expectation
      if (backup === null) return
      await real.restore()
      // A time in the future is rejected, also if the clock was ahead when the backup began.
      const since = new Date(Math.min(backup.at, expectation.now)).toISOString()
      await noteRestore(real.own.harness.context, { since })
      afterRestore(expectation)
      for (const schedule of expectation.schedules) {
        if (!isOpen(schedule) || !real.posts.has(schedule.text)) continue
        await real.own.ask('schedules.cancel', { params: { scheduleId: schedule.id } })
        Object.assign(schedule, { status: 'cancelled', code: null, disturbed: true })
      }
      expectation.account.changed = true
      await real.own.harness.context.pool.query(
        "update schedule set look_at = 'epoch' where status in ('scheduled', 'held')",
      )
    },
    ({ backup }) => backup !== null,
  ),
)

export const commands = fc.commands(
  [creating, creating, moving, cancelling, releasing, turning, turning, working, working, dying, changing].concat([
    backingUp,
    restoring,
  ]),
  { maxCommands: 40, size: 'max' },
)

/** Lets time pass until no publish is in progress, and checks how each has ended. */
export async function untilOver(expectation: Expectation, real: Real): Promise<void> {
  const isRunning = async () => {
    const { rows } = await real.own.harness.context.pool.query('select 1 from external_write where wake_at is not null')
    return rows.length > 0
  }
  for (let turns = 0; turns < 60 && (turns === 0 || (await isRunning())); turns++) {
    await turn(expectation, real, 5 * minute)
    await worked(expectation, real, real.work())
    await compare(expectation, real)
  }
  for (const { id, text, status, disturbed } of expectation.schedules) {
    const found = await real.own.get(id)
    const times = real.posts.get(text) ?? 0
    const about = `${text}: ${JSON.stringify(found)}`
    if (status === 'out' && !disturbed) expect(found.status, about).to.equal('published')
    if (found.status === 'published') expect(times, about).to.equal(1)
    else if (found.status !== 'unknown' && !(status === 'cancelled' && disturbed)) expect(times, about).to.equal(0)
    expect(found.status, about).to.not.equal('taken')
  }
}
