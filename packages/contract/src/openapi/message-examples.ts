import { sampleAccountId as accountId, sampleMessage as message } from '../events/samples.ts'

const { recipient } = message

const reply = { accountId, recipient, text: 'We open at seven.' }

/** Example bodies of the operations on messages, keyed by the name of their schema. */
export const messageExamples = {
  Message: message,
  MessageList: { status: 'complete', messages: [message], errors: [] },
  MessageTemplateList: {
    templates: [
      {
        name: 'order_update',
        language: 'en_US',
        status: 'approved',
        category: 'utility',
        components: [{ type: 'body', format: null, text: 'Hi {{1}}, order {{2}} is on its way.', buttons: [] }],
      },
    ],
  },
  SendInstagramMessageRequest: { platform: 'instagram', ...reply },
  SendFacebookMessageRequest: { platform: 'facebook', ...reply },
  SendWhatsappMessageRequest: {
    platform: 'whatsapp',
    accountId,
    recipient: '+14155550123',
    template: { name: 'order_update', language: 'en_US', bodyParameters: ['Ada', '#123'] },
  },
}
