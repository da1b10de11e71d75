import type { Message, MessageStatus } from '@carillon/domain'
import type { ColumnType, Selectable } from 'kysely'

export interface MessageError {
  code: string
  message: string
}

type ErrorColumn = ColumnType<MessageError | null, string | null, string | null>

/** Direct messages of connected accounts, as networks reported them and as we sent them. */
export interface MessageTable {
  /** For a message that we sent, the id of its external write. */
  id: string
  accountId: string
  /**
   * Null until the network has taken an outbound message. While the outcome of a send is unknown, the id of a message
   * that was read from the network and may be the one that was sent.
   */
  providerId: string | null
  direction: Message['direction']
  type: Message['type']
  sender: string | null
  recipient: string | null
  body: string
  status: MessageStatus
  error: ErrorColumn
  occurredAt: Date
  createdAt: Date
}

/** Status reports of outbound messages, kept because a report may arrive before its message. */
export interface MessageStatusTable {
  accountId: string
  providerId: string
  status: MessageStatus
  error: ErrorColumn
  occurredAt: Date
  receivedAt: Date
}

/** How often an account's messages have changed, counted by the database. */
export interface MessageListTable {
  accountId: string
  version: string
}

export type MessageRow = Selectable<MessageTable>

export type MessageStatusRow = Selectable<MessageStatusTable>

/** The names of the users with whom accounts exchange messages, as the networks last reported them. */
export interface MessageParticipantTable {
  accountId: string
  /** The `sender` or `recipient` of messages. */
  participant: string
  name: string
}

/** A message with the name of the user, and its times as the API has them. */
export type ReadMessageRow = Omit<MessageRow, 'occurredAt' | 'createdAt'> & {
  participantName: string | null
  occurredAt: string
  createdAt: string
}
