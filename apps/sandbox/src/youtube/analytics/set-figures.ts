import { readFiguresRequest } from '../../figures/request.ts'
import type { State } from '../state/state.ts'
import { statisticNames } from '../statistics/statistics.ts'
import { audienceMetric, metrics } from './metrics.ts'
import { newestDay } from './rows.ts'

const tables = ['country', audienceMetric]

/**
 * Handles `POST /person/figures`: sets metrics of a video (`post`) or of a channel, keyed by YouTube's field names.
 * Daily metrics of a channel, such as `views`, are set for the day `date`, by default the newest day that is reported
 * at `now` (ms since the epoch); totals, such as `subscriberCount`, and data by country or audience have no day.
 * Returns the handle of the user (`as`), the video (`post`) or, for a channel, the day (`date`), and the metrics that
 * were `set`.
 * @throws RangeError that names an invalid field
 */
export function setFigures(state: State, body: Record<string, unknown>, now: number): unknown {
  const ofVideo = body['post'] !== undefined
  const more = ofVideo ? statisticNames.video : [...statisticNames.channel, ...tables]
  const { as, post, date, set } = readFiguresRequest(body, {
    names: [...Object.keys(metrics), ...more],
    fields: ['as', 'post', 'date'],
  })
  const channels = state.people.filter(({ channelId }) => channelId !== null)
  const person = as === undefined ? channels[0] : channels.find(({ handle }) => handle === as)
  if (person === undefined) throw new RangeError(`as: ${channels.map(({ handle }) => handle).join(', ')}`)
  const video = state.videos.find(({ id, channelId }) => id === post && channelId === person.channelId)
  if (ofVideo && video === undefined) throw new RangeError(`post: ${person.handle} has no such video`)
  const day = date ?? newestDay(now)
  const subject = video?.id ?? person.channelId ?? ''
  for (const [name, figure] of set) {
    const daily = !ofVideo && name in metrics
    state.figures.set({ subject, name, ...(daily && { day }) }, figure)
  }
  return { as: person.handle, ...(ofVideo ? { post } : { date: day }), set: Object.fromEntries(set) }
}
