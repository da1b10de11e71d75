/**
 * The durations that a process measures, keyed by name, with their labels and the upper bounds of their histogram
 * buckets in seconds.
 */
export const durationRows = {
  network_call: {
    help: 'Calls to social networks and to hosts that clients name, by operation and outcome: the class of the status (429 on its own), or why there was no response.',
    labels: ['network', 'operation', 'outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
  },
  write: {
    help: 'Time from the moment when an external write was due until it ended, by kind, network and status.',
    labels: ['kind', 'network', 'status'],
    buckets: [1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600],
  },
  schedule_start: {
    help: 'Time from the moment when a schedule was due until it was taken; releases do not count.',
    labels: [],
    buckets: [1, 2, 5, 10, 30, 60, 300, 3_600],
  },
  first_delivery: {
    help: 'Time from the moment when an event was stored until its first delivery to an endpoint was attempted. Replays do not count, and neither do events that an endpoint has held up by failing or by responding slowly.',
    labels: [],
    buckets: [0.05, 0.1, 0.5, 1, 2.5, 5, 30, 300],
  },
} as const

type DurationName = keyof typeof durationRows

type Listener = (name: DurationName, labels: readonly string[], seconds: number) => void

/** A channel that passes measured durations on to one listener. Without a listener they are dropped. */
export interface Durations {
  /** Reports a duration. `labels` are the values of the labels in the order in which `durationRows` lists them. */
  observe(name: DurationName, labels: readonly string[], seconds: number): void
  /** Replaces the listener. */
  listen(listener: Listener): void
}

export function createDurations(): Durations {
  let listener: Listener = () => {}
  return {
    observe: (name, labels, seconds) => listener(name, labels, seconds),
    listen(next) {
      listener = next
    },
  }
}
