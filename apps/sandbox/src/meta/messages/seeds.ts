import { HOUR_MS } from '../graph/graph-time.ts'
import type { Channel, DirectMessage } from '../state/conversation.ts'
import type { State } from '../state/state.ts'
import { addMessage, conversationWith } from './conversations.ts'

interface SeededConversation {
  channel: Channel
  accountId: string
  who: string
  folder?: 'requests'
  said: [hoursAgo: number, direction: DirectMessage['direction'], text: string][]
}

const SEEDED: SeededConversation[] = [
  {
    channel: 'messenger',
    accountId: '104512345678901',
    who: 'Robin Example',
    said: [
      [3, 'inbound', 'Are you open on Sunday?'],
      [2, 'outbound', 'From nine to one.'],
      [1, 'inbound', 'Thank you!'],
    ],
  },
  {
    channel: 'messenger',
    accountId: '104512345678901',
    who: 'Sam Sample',
    said: [[50, 'inbound', 'Can I order a cake for Friday?']],
  },
  {
    channel: 'messenger',
    accountId: '104598765432109',
    who: 'Kim Template',
    said: [[5, 'inbound', 'Do you repair gears?']],
  },
  {
    channel: 'instagram',
    accountId: '17841400123456789',
    who: 'robin.example',
    said: [
      [6, 'inbound', 'Which flour do you use?'],
      [5, 'outbound', 'Rye from the mill next door.'],
      [4, 'inbound', 'Lovely'],
    ],
  },
  {
    channel: 'instagram',
    accountId: '17841400123456789',
    who: 'sam.sample',
    said: [[72, 'inbound', 'Hello?']],
  },
  {
    channel: 'instagram',
    accountId: '17841400123456789',
    who: 'old.request',
    folder: 'requests',
    said: [[24 * 40, 'inbound', 'Shall we work together?']],
  },
  {
    channel: 'instagram',
    accountId: '17841400555000113',
    who: 'robin.example',
    said: [[2, 'inbound', 'Which camera is that?']],
  },
]

/** Creates the conversations that exist before an account is connected. */
export function seedConversations(state: State, channel: Channel): void {
  for (const { accountId, who, folder, said, ...seeded } of SEEDED) {
    if (seeded.channel !== channel) continue
    const conversation = conversationWith(state, { channel, accountId, who })
    if (folder !== undefined) conversation.folder = folder
    for (const [hoursAgo, direction, text] of said) {
      addMessage(state, conversation, { direction, type: 'text', text, createdAt: state.now() - hoursAgo * HOUR_MS })
    }
  }
}
