import type { Figures } from '../../figures/index.ts'

/** The metrics of a `statistics` part that tests can set. YouTube returns their numbers as strings. */
export const statisticNames = {
  channel: ['subscriberCount', 'viewCount', 'videoCount'],
  video: ['viewCount', 'likeCount', 'commentCount'],
}

/** Returns a `statistics` part with the values that `POST /person/figures` has set; null omits a value. */
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
