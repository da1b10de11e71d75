import { scheduleStatuses, uuid } from '@carillon/domain'
import { failure, failureOf, isDone, resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { sendChecked } from './checked-post.ts'
import { accountId, checkedRequest, object, profileId } from './parameters.ts'

const name = 'schedule_post'

/** Converts the time arguments of a tool to the API's `publishAt`. */
function timeOf(publishAt: string, timeZone: string | undefined) {
  if (publishAt === 'nextSlot') return { nextSlot: true }
  return timeZone === undefined ? publishAt : { local: publishAt, timeZone }
}

const schedulePost = tool({
  name,
  title: 'Schedule a checked post for later',
  description:
    'Plans what check_post has checked for a later time, exactly once: the same requestId again returns the first schedule.',
  input: object(
    {
      ...checkedRequest,
      publishAt: {
        type: 'string',
        maxLength: 64,
        description:
          'Local time with timeZone (2026-12-24T18:00), time with an offset (2026-12-24T17:00:00Z), or nextSlot.',
      },
      timeZone: { type: 'string', maxLength: 64, description: 'Such as Europe/Berlin.' },
    },
    ['requestId', 'publishAt'],
  ),
  effect: 'public',
  toolsets: ['publishing'],
  operations: ['schedules.create'],
  async run({ requestId: sent, confirm, publishAt, timeZone }, call) {
    const zone = timeZone === undefined ? '' : ` (${timeZone})`
    const done = await sendChecked(call, {
      ...{ tool: name, requestId: sent.toLowerCase(), confirm },
      question: `Publish this post at ${publishAt}${zone}?`,
      requestOf: (post) => ({ operation: 'schedules.create', body: { publishAt: timeOf(publishAt, timeZone), post } }),
    })
    if ('result' in done) return done.result
    if ('response' in done) return resultOf({ schedule: done.response.body })
    if ('schedule' in done.found) return resultOf({ schedule: done.found.schedule })
    const message = 'The post was published with this requestId. Check it again to schedule it once more.'
    return failure({ scheduled: false, message, write: done.found.write })
  },
})

const time = { type: 'string', maxLength: 64 } as const

const listSchedules = tool({
  name: 'list_schedules',
  title: 'List scheduled posts',
  description: 'Lists posts that are planned for later, in the order of their times, with what may prevent them.',
  input: object(
    {
      scheduleId: uuid,
      accountId,
      profileId,
      status: { type: 'string', enum: scheduleStatuses },
      from: time,
      to: time,
      cursor: { type: 'string', maxLength: 128 },
    },
    [],
  ),
  effect: 'read',
  toolsets: ['publishing'],
  operations: ['schedules.list', 'schedules.get'],
  async run({ scheduleId, ...query }, { backend }) {
    const response =
      scheduleId === undefined
        ? await backend.call({ operation: 'schedules.list', query })
        : await backend.call({ operation: 'schedules.get', path: { scheduleId } })
    return isDone(response) ? resultOf(response.body) : failureOf(response)
  },
})

const cancelSchedule = tool({
  name: 'cancel_schedule',
  title: 'Cancel a scheduled post',
  description: 'Cancels a planned post before it is published. To move it, cancel, check and schedule it again.',
  input: object({ scheduleId: uuid }, ['scheduleId']),
  effect: 'change',
  toolsets: ['publishing'],
  operations: ['schedules.cancel'],
  async run({ scheduleId }, { backend }) {
    const response = await backend.call({ operation: 'schedules.cancel', path: { scheduleId } })
    return isDone(response) ? resultOf({ schedule: response.body }) : failureOf(response)
  },
})

export const scheduleTools = [schedulePost, listSchedules, cancelSchedule]
