/** The value of a metric as a network reports it; null if the network does not report it. */
export type Figure = number | string | boolean | null | Figure[] | { [name: string]: Figure }

/** Identifies a metric: the id of its account or post, its name on the network, and its day, if it has one. */
interface FigureKey {
  subject: string
  name: string
  day?: string | undefined
}

/** The metrics of a simulated network that are not computed from accounts, posts and comments. */
export interface Figures {
  /** When the sandbox started, in ms since the epoch. Seeded counts are those of this time. */
  startedAt: number
  /** Sets a metric. Networks report it in place of the computed value. */
  set(key: FigureKey, figure: Figure): void
  /** Returns the metric that was set; undefined if none was. */
  read(key: FigureKey): Figure | undefined
  /** Adds one to a count, at the time `at` in ms since the epoch. */
  record(key: FigureKey, at: number): void
  /** Returns the times at which `record` added one to a count, in ms since the epoch. */
  recorded(key: FigureKey): readonly number[]
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

function textOf({ subject, name, day = '' }: FigureKey): string {
  return `${subject} ${name} ${day}`
}

/** Creates the empty metrics of a network. `startedAt` is the start of the sandbox in ms since the epoch. */
export function createFigures(startedAt: number): Figures {
  const figures = new Map<string, Figure>()
  const events = new Map<string, number[]>()
  return {
    startedAt,
    set: (key, figure) => void figures.set(textOf(key), figure),
    read: (key) => figures.get(textOf(key)),
    record(key, at) {
      events.set(textOf(key), [...(events.get(textOf(key)) ?? []), at])
    },
    recorded: (key) => events.get(textOf(key)) ?? [],
    records: { figures, events },
  }
}
