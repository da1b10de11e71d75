import type { AccountRow, ReadMessageRow } from '@carillon/database'
import { type Message, type PlatformWith, supports } from '@carillon/domain'

/** An account of a network that has direct messages. */
export type MessageAccount = AccountRow & { platform: PlatformWith<'messages.list'> }

/** Whether the platform of an account has direct messages. */
export function hasMessages(account: AccountRow): account is MessageAccount {
  return supports('messages.list', account.platform)
}

/** The message of the API for a row of `message`. */
export function viewMessage(row: ReadMessageRow, account: Pick<MessageAccount, 'platform' | 'profileId'>): Message {
  return {
    id: row.id,
    // A message that was read while the outcome is unknown may be a different one.
    providerId: row.status === 'unknown' ? null : row.providerId,
    platform: account.platform,
    accountId: row.accountId,
    profileId: account.profileId,
    direction: row.direction,
    type: row.type,
    sender: row.sender,
    recipient: row.recipient,
    senderName: row.sender === null ? null : row.participantName,
    recipientName: row.recipient === null ? null : row.participantName,
    body: row.body,
    status: row.status,
    error: row.error,
    occurredAt: row.occurredAt,
    createdAt: row.createdAt,
  }
}
