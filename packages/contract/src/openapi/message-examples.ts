const profileId = '0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
const accountId = '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f'
const at = '2026-11-20T09:30:00.000Z'
const recipient = '7231894402910663'

const message = {
  id: '0199d1d0-1122-7c3d-8e4f-5a6b7c8d9e0f',
  providerId: 'aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOjE3',
  platform: 'instagram',
  accountId,
  profileId,
  direction: 'outbound',
  type: 'text',
  sender: null,
  recipient,
  body: 'We open at seven.',
  status: 'sent',
  error: null,
  occurredAt: at,
  createdAt: at,
}

const reply = { accountId, recipient, text: 'We open at seven.' }

/** Examples of the operations on messages, by the names of their schemas. */
export const messageExamples = {
  Message: message,
  MessageList: { status: 'complete', messages: [message], errors: [] },
  SendInstagramMessageRequest: { platform: 'instagram', ...reply },
  SendFacebookMessageRequest: { platform: 'facebook', ...reply },
  SendWhatsappMessageRequest: {
    platform: 'whatsapp',
    accountId,
    recipient: '+14155550123',
    template: { name: 'order_update', language: 'en_US', bodyParameters: ['Ada', '#123'] },
  },
}
