/** The content of a message, as the state and webhooks show it. */
export interface Content {
  /** The text, with placeholders filled in. */
  text: string
  /** The type-specific parameter of the request, such as `{text: {body}}`. */
  content: Record<string, unknown>
  /** The pricing category: `service`, or the template's category in lower case. */
  category: string
}
