/** The decisions of networks on message templates, as they last reported them. */
export interface MessageTemplateTable {
  accountId: string
  name: string
  /** Empty if the network does not name it. */
  language: string
  /** In lower case, such as `approved`. */
  status: string
  reportedAt: Date
}
