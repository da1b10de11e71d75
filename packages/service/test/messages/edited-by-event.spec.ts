import { expect } from 'chai'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { type Harness, startHarness } from '../harness.ts'
import { bodyOf, inbound } from './whatsapp-events.ts'

const number = '106540352242922'

/** @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/edit (read 2026-11-29) */
function edit(id: string, of: string, { text, at }: { text: string; at: number }): object {
  const message = { context: { id: of }, type: 'text', text: { body: text } }
  return { from: '16505551234', id, timestamp: String(at), type: 'edit', edit: { original_message_id: of, message } }
}

describe('a message that its sender has edited, as WhatsApp reports it', () => {
  let harness: Harness

  beforeEach(async () => {
    harness = await startHarness({}, { WHATSAPP_CLIENT_ID: '612', WHATSAPP_CLIENT_SECRET: 'secret' })
    const { id } = await harness.connect({ platform: 'whatsapp', credentials: { token: 't' } })
    const { pool } = harness.context
    await pool.query(`update account set provider_id = $2, setup_missing = '{}' where id = $1`, [id, number])
  })
  afterEach(() => harness.close())

  /** Stores messages as the body of one webhook, as the gateway does, and processes it. */
  async function receive(...messages: object[]): Promise<void> {
    const body = Buffer.from(JSON.stringify(bodyOf([{ number, messages }])))
    await harness.context.intake.store({ platform: 'whatsapp', body })
    const { rows } = await harness.context.pool.query(
      'select distinct batch_id from webhook_event where processed_at is null order by 1',
    )
    for (const { batch_id } of rows) await normalizeBatch(harness.context, batch_id)
  }

  async function stored(): Promise<unknown> {
    const { rows } = await harness.context.pool.query('select provider_id, type, body from message order by id')
    return rows.map(({ provider_id, type, body }) => [provider_id, type, body])
  }

  async function eventTypes(): Promise<string[]> {
    const { rows } = await harness.context.pool.query(
      'select type from (select type from event_outbox union all select type from event) as raised',
    )
    return rows.map(({ type }) => type).filter((type) => type.startsWith('message.'))
  }

  const first = { text: 'Ten loaves', at: 1_795_250_060 }
  const second = { text: 'Eight loaves', at: 1_795_250_120 }

  it('has the new text, and is no further message', async () => {
    await receive(inbound('wamid.1', 'Twelve loaves'))
    await receive(edit('wamid.2', 'wamid.1', first))
    expect(await stored()).to.deep.equal([['wamid.1', 'text', 'Ten loaves']])
    expect(await eventTypes()).to.deep.equal(['message.received'])
  })

  it('has the newest text of several edits, also if all arrive together or their order is another', async () => {
    await receive(
      inbound('wamid.1', 'Twelve loaves'),
      edit('wamid.3', 'wamid.1', second),
      edit('wamid.2', 'wamid.1', first),
    )
    expect(await stored()).to.deep.equal([['wamid.1', 'text', 'Eight loaves']])
  })

  it('has the newest text if an older edit arrives later, also if the newest text is that of the message', async () => {
    await receive(inbound('wamid.1', 'Twelve loaves'), inbound('wamid.4', 'Eight loaves'))
    await receive(edit('wamid.3', 'wamid.1', second), edit('wamid.6', 'wamid.4', second))
    await receive(edit('wamid.2', 'wamid.1', first), edit('wamid.7', 'wamid.4', first))
    expect(await stored()).to.deep.equal([
      ['wamid.1', 'text', 'Eight loaves'],
      ['wamid.4', 'text', 'Eight loaves'],
    ])
    await receive(edit('wamid.5', 'wamid.1', { text: 'Nine loaves', at: second.at }))
    expect(await stored()).to.deep.include(['wamid.1', 'text', 'Nine loaves'])
  })

  it('has the newest text if both edits arrive before the message itself, the older one last', async () => {
    await receive(edit('wamid.3', 'wamid.1', second))
    await receive(edit('wamid.2', 'wamid.1', first))
    await receive(inbound('wamid.1', 'Twelve loaves'))
    expect(await stored()).to.deep.equal([['wamid.1', 'text', 'Eight loaves']])
  })

  it('has its own time, also if edits arrive before it', async () => {
    const times = async () => {
      const { rows } = await harness.context.pool.query('select occurred_at from message')
      return rows.map(({ occurred_at }) => occurred_at.getTime() / 1000)
    }
    await receive(edit('wamid.2', 'wamid.1', first))
    expect(await times()).to.deep.equal([first.at])
    await receive(edit('wamid.3', 'wamid.1', second))
    await receive(inbound('wamid.1', 'Twelve loaves'))
    expect(await times()).to.deep.equal([first.at - 60])
    await receive(edit('wamid.4', 'wamid.1', { text: 'Nine loaves', at: second.at + 60 }))
    expect(await times()).to.deep.equal([first.at - 60])
  })

  it('has the new text if the edit arrives before the message itself', async () => {
    await receive(edit('wamid.2', 'wamid.1', first))
    await receive(inbound('wamid.1', 'Twelve loaves'))
    expect(await stored()).to.deep.equal([['wamid.1', 'text', 'Ten loaves']])
  })

  it('keeps its text if the message itself arrives again', async () => {
    const message = inbound('wamid.1', 'Twelve loaves')
    await receive(message)
    await receive(edit('wamid.2', 'wamid.1', first))
    await receive(inbound('wamid.9', 'Hello'), message)
    expect(await stored()).to.deep.equal([
      ['wamid.1', 'text', 'Ten loaves'],
      ['wamid.9', 'text', 'Hello'],
    ])
  })
})
