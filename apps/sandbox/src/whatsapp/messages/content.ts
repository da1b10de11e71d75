/** What a message says, as the state and the webhooks show it. */
export interface Content {
  /** With placeholders filled in. */
  text: string
  /** What was sent, as it came. */
  content: Record<string, unknown>
  /** The pricing category. */
  category: string
}
