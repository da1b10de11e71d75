/** A figure as a network reports it; null: the network does not report it. */
export type Figure = number | string | boolean | null | Figure[] | { [name: string]: Figure }

/**
 * Which figure: what it is about (an account's or a post's id), its name on the network and its day, if it is of a day.
 */
interface FigureKey {
  subject: string
  name: string
  day?: string | undefined
}

/** What a network knows of its figures beyond what can be computed from accounts, posts and comments. */
export interface Figures {
  /** When the sandbox started, in milliseconds since the epoch: seeded counts are those of this time. */
  startedAt: number
  /** Decides on a figure from outside, in place of the computed one. */
  set(key: FigureKey, figure: Figure): void
  /** The figure that was set; undefined when none was. */
  read(key: FigureKey): Figure | undefined
  /** Notes that something was counted once, at a time in milliseconds since the epoch. */
  record(key: FigureKey, at: number): void
  /** The times of what was recorded. */
  recorded(key: FigureKey): readonly number[]
  /** The state that a snapshot contains. */
  records: object
}

function textOf({ subject, name, day = '' }: FigureKey): string {
  return `${subject} ${name} ${day}`
}

/** An empty book of figures. */
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
