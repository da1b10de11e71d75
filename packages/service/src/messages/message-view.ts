import type { AccountRow, ReadMessageRow } from '@carillon/database'
import { type Message, type PlatformWith, supports } from '@carillon/domain'

/** An account whose platform has direct messages. */
export type MessageAccount = AccountRow & { platform: PlatformWith<'messages.list'> }

/** Returns whether the platform of an account has direct messages. */
export function hasMessages(account: AccountRow): account is MessageAccount {
  return supports('messages.list', account.platform)
}

/** Converts a row of the table `message` to the API's message. While its outcome is unknown, `providerId` is null. */
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
