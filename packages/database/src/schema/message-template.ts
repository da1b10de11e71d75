/** The status of message templates, as the networks last reported it. */
export interface MessageTemplateTable {
  accountId: string
  name: string
  /** The language of the template; empty if the network does not report it. */
  language: string
  /** In lower case, such as `approved`. */
  status: string
  reportedAt: Date
}
