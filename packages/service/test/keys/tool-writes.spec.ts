import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { createKey, keepChecked, nameToolWrite, translateFailure } from '../../src/index.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('writes of MCP tools whose API key is deleted meanwhile', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  const write = { tool: 'reply_to_comment', content: { text: 'Hello' } }

  for (const [title, store] of Object.entries({ keepChecked, nameToolWrite })) {
    it(`are unauthorized in ${title}, before and after the row is stored`, async () => {
      const { context, organizationId } = harness
      const gone = { keyId: randomUUID(), requestId: randomUUID() }
      const rejected = await store(context, gone, write).catch(translateFailure)
      expect(rejected).to.include({ code: 'unauthorized' })
      const { keyId } = await createKey(context, { organizationId })
      // As if the key was deleted after the insert, which deletes the row as well.
      await context.pool.query(`create or replace function forget() returns trigger language plpgsql as
        $$ begin delete from tool_write where request_id = new.request_id; return null; end $$`)
      await context.pool.query(
        'create trigger forgotten after insert on tool_write for each row execute function forget()',
      )
      const stored = rejection(store(context, { keyId, requestId: randomUUID() }, write))
      expect(await stored.finally(() => context.pool.query('drop trigger forgotten on tool_write'))).to.include({
        code: 'unauthorized',
      })
    })
  }
})
