import { supports } from '@carillon/domain'
import { writeNow } from '../../journal/write-now.ts'
import { type MessageToSend, messageSendKind } from '../../messages/message-send-kind.ts'
import { type Check, CheckEnd } from './check.ts'
import type { Trial } from './trial.ts'
import type { TestMessage } from './write-options.ts'

/**
 * Returns a check that sends one message to the recipient that the operator names. It is skipped if `message` is null,
 * or names no template on a platform that accepts only templates. Empty for a platform without messages. The message
 * cannot be deleted.
 */
export function messageWrites(trial: Trial, message: TestMessage | null): Check[] {
  const { context, account, requestId, signal } = trial
  if (!supports('messages.send', account.platform)) return []
  const sendsText = supports('messages.send.text', account.platform)
  return [
    {
      check: sendsText ? 'send a message' : 'send a template',
      async run() {
        const payload = contentOf(message, sendsText)
        await writeNow(context, { kind: messageSendKind, account, grant: null, requestId, payload, signal })
      },
    },
  ]
}

function contentOf(message: TestMessage | null, sendsText: boolean): MessageToSend {
  if (message === null) throw new CheckEnd('skipped', 'Requires a recipient. Pass --recipient R.')
  const { recipient, template } = message
  if (sendsText) return { recipient, text: 'A test message of Carillon.' }
  if (template === null)
    throw new CheckEnd('skipped', 'Requires an approved template. Pass --template NAME --language L.')
  return { recipient, template }
}
