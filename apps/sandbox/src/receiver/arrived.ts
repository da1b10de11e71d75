/**
 * A webhook that the receiver got. `at` is the time of receipt (ISO 8601), and `body` the received bytes as UTF-8 text.
 */
export interface Arrived {
  at: string
  /** The path with its query. */
  path: string
  headers: Record<string, string>
  body: string
  /** The HTTP status with which the receiver responded. */
  status: number
}

export interface ArrivedWebhooks {
  add(webhook: Arrived): void
  /** Returns the latest webhooks, oldest first. */
  list(): readonly Arrived[]
  clear(): void
}

/** The maximum number of webhooks that are kept. */
const maxKept = 200

/** Creates an empty list that keeps the latest 200 webhooks in memory. */
export function createArrivedWebhooks(): ArrivedWebhooks {
  let kept: Arrived[] = []
  return {
    add(webhook) {
      kept = [...kept, webhook].slice(-maxKept)
    },
    list: () => kept,
    clear() {
      kept = []
    },
  }
}
