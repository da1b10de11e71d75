/** A webhook as it arrived: the body is the text of exactly the bytes that were signed. */
export interface Arrived {
  at: string
  /** The path with its query, as it was called. */
  path: string
  headers: Record<string, string>
  body: string
  /** The status that it was responded to with. */
  status: number
}

export interface ArrivedWebhooks {
  add(webhook: Arrived): void
  /** Those that arrived last, oldest first. */
  list(): readonly Arrived[]
  clear(): void
}

/** How many webhooks are kept. */
const maxKept = 200

/** Keeps the webhooks that arrived last, in memory. */
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
