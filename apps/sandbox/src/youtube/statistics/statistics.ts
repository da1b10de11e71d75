import type { Figures } from '../../figures/index.ts'

/** The names of the metrics in a channel's or video's `statistics` that `POST /person/figures` can set. */
export const statisticNames = {
  channel: ['subscriberCount', 'viewCount', 'videoCount'],
  video: ['viewCount', 'likeCount', 'commentCount'],
}

/**
 * Returns a `statistics` part: the computed metrics, replaced by those that `POST /person/figures` has set. A metric
 * set to null is omitted. `subject` is the id of the video or channel.
 */
export function statisticsOf(
  computed: Record<string, string | boolean>,
  { figures, subject }: { figures: Figures; subject: string },
): Record<string, unknown> {
  const statistics = new Map<string, unknown>(Object.entries(computed))
  for (const name of new Set([...statisticNames.channel, ...statisticNames.video])) {
    const figure = figures.read({ subject, name })
    if (figure === null) statistics.delete(name)
    else if (figure !== undefined) statistics.set(name, String(figure))
  }
  return Object.fromEntries(statistics)
}
