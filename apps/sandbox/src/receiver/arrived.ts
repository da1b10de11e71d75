/** A webhook that the receiver got. `body` is the text of exactly the bytes that were signed. */
export interface Arrived {
  at: string
  /** The path with its query. */
  path: string
  headers: Record<string, string>
  body: string
  /** The status of the response. */
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
