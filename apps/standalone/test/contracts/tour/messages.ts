import type { Whole } from '../../whole.ts'
import { ok } from './ok.ts'

/** Reads what users write to an account and replies to it. */
export async function messages(whole: Whole, platform: 'instagram' | 'facebook', authMethod?: string): Promise<void> {
  const { accounts } = ok(await whole.sandboxCall('GET', '/state/facebook'), 'state')
  const single = accounts.find(({ pages }: { pages?: unknown[] }) => pages?.length === 1)
  const connect = platform === 'facebook' ? { as: single.handle } : { body: { authMethod } }
  const accountId = await whole.connect(platform, authMethod || platform === 'facebook' ? connect : {})
  const account = ok(await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`), 'account')
  const to = platform === 'facebook' ? account.displayName : account.displayIdentifier
  const written = { network: platform, to, text: 'Hi', as: `Somebody of ${platform} ${authMethod ?? ''}` }
  const { sender } = ok(await whole.sandboxCall('POST', '/person/message', written), 'message')
  ok(await whole.call('GET', `/messages?accountId=${accountId}`), `${platform}: messages`)
  const sent = await whole.call('POST', '/messages', { platform, accountId, recipient: sender, text: 'Hello' })
  ok(sent, `${platform}: send`)
  // Whether a message arrived whose response was lost is looked up in its conversation.
  const network = authMethod ? 'facebook' : platform
  const lost = { network, operation: 'messages.send', fault: 'accept-then-drop', times: 1 }
  ok(await whole.sandboxCall('POST', '/faults', lost), 'fault')
  ok(await whole.call('POST', '/messages', { platform, accountId, recipient: sender, text: 'Lost' }), 'lost message')
}
