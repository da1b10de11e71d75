import type { Message, MessageStatus } from '@carillon/domain'
import type { ColumnType, Selectable } from 'kysely'

/** Why a message failed. */
export interface MessageError {
  code: string
  message: string
}

type ErrorColumn = ColumnType<MessageError | null, string | null | undefined, string | null>

/** Direct messages of connected accounts: those read or received from networks, and those sent through the API. */
export interface MessageTable {
  /** Carillon's id; for a message sent through the API, that of its external write. */
  id: string
  accountId: string
  /**
   * The network's id; null until the network has accepted an outbound message. While the outcome of a send is unknown:
   * the id of a message that was read from the network and may be the sent one.
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
  /**
   * The time as of which `body` is the newest text: that of the edit that was reported last, or of the read that
   * returned it. An older edit does not replace the text. Null if the message was neither edited nor read from the
   * network.
   */
  editedAt: ColumnType<Date | null, Date | null | undefined>
}

/**
 * Status reports (sent, delivered, read, failed) of outbound messages. They are stored separately, as a report may
 * arrive before its message is known.
 */
export interface MessageStatusTable {
  accountId: string
  providerId: string
  status: MessageStatus
  error: ErrorColumn
  occurredAt: Date
  receivedAt: Date
}

/** A version for the messages of each account, which the database increments with every change. */
export interface MessageListTable {
  accountId: string
  version: string
}

export type MessageRow = Selectable<MessageTable>

/** A message to store, without an error. */
export type NewMessageRow = Omit<MessageRow, 'error' | 'editedAt'> & { editedAt?: Date }

export type MessageStatusRow = Selectable<MessageStatusTable>

/** The names of users who exchange messages with accounts, as the networks last reported them. */
export interface MessageParticipantTable {
  accountId: string
  /** The network's id of the user, as in `sender` or `recipient` of messages. */
  participant: string
  name: string
}

/** A message with the name of its user, and times in the format of the API. */
export type ReadMessageRow = Omit<MessageRow, 'occurredAt' | 'createdAt' | 'editedAt'> & {
  participantName: string | null
  occurredAt: string
  createdAt: string
}
