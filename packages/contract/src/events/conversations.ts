import {
  type Comment,
  commentShape,
  type Message,
  type MessageTemplate,
  messageShape,
  messageTemplateShape,
} from '@carillon/domain'
import { eventRow } from './event-row.ts'
import { sampleAccountId, sampleComment, sampleMessage, sampleProfileId } from './samples.ts'

const subject = { profileId: sampleProfileId, accountId: sampleAccountId } as const
const ofComment = { ...subject, platform: 'tiktok', objectId: sampleComment.id } as const
const ofMessage = { ...subject, platform: 'instagram', objectId: sampleMessage.id } as const

export const conversationEvents = {
  'comment.created': eventRow<Comment>({
    description:
      'A comment or a reply appeared on a post of the account, by another user or by the account itself. Older ones that Carillon finds when it first reads the comments of a post raise no event.',
    data: commentShape,
    example: { ...ofComment, data: sampleComment },
  }),
  'comment.updated': eventRow<Comment>({
    description:
      "A comment's text or visibility has changed, the account has liked or unliked it, or its mediaId is now that of the post, not that of an image of it. Changes of its counts raise no event.",
    data: commentShape,
    example: { ...ofComment, data: { ...sampleComment, isHidden: true } },
  }),
  'comment.deleted': eventRow<Comment>({
    description:
      'A comment was deleted through the API, or the platform no longer lists it. Each deleted reply has an event of its own. data is the last known state.',
    data: commentShape,
    example: { ...ofComment, data: sampleComment },
  }),
  'message.received': eventRow<Message>({
    description: 'A user has sent a message to the account.',
    data: messageShape,
    example: {
      ...ofMessage,
      data: {
        ...sampleMessage,
        direction: 'inbound',
        sender: sampleMessage.recipient,
        recipient: null,
        senderName: sampleMessage.recipientName,
        recipientName: null,
        body: 'When do you open?',
        status: 'received',
      },
    },
  }),
  'message.sent': eventRow<Message>({
    description:
      'The account has sent a message, through the API or, on instagram and facebook, on the platform itself.',
    data: messageShape,
    example: { ...ofMessage, data: sampleMessage },
  }),
  'message.status': eventRow<Message>({
    description: 'The platform has reported that a message of the account was delivered or read.',
    data: messageShape,
    example: { ...ofMessage, data: { ...sampleMessage, status: 'read' } },
  }),
  'message.failed': eventRow<Message>({
    description: 'A message of the account was not sent or not delivered; see error.',
    data: messageShape,
    example: {
      ...ofMessage,
      data: {
        ...sampleMessage,
        providerId: null,
        status: 'failed',
        error: { code: 'provider_rejected', message: 'The platform rejected the message.' },
      },
    },
  }),
  'template.updated': eventRow<MessageTemplate>({
    description: 'The platform has changed the status of a message template, such as to approved or rejected.',
    data: messageTemplateShape,
    example: {
      ...subject,
      platform: 'whatsapp',
      objectId: 'order_update',
      data: { name: 'order_update', language: 'en_US', status: 'approved', category: 'utility' },
    },
  }),
}
