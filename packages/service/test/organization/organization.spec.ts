import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { StagedBlob, writeStream } from '@carillon/media'
import { expect } from 'chai'
import { ask, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { grey } from '../publishing/image.ts'

describe('an organization that was deleted meanwhile', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  const change = (body: object) =>
    rejection(
      ask(harness.context, 'organization.update', { scope: { organizationId: randomUUIDv7(), profileId: null }, body }),
    )

  it('is given neither a name nor a logo', async () => {
    const image = await writeStream(harness.context.media, Readable.from([grey({ width: 40, height: 30 })]))
    for (const body of [{ name: 'Other' }, { logo: { base64: StagedBlob.ofBytes(image) } }]) {
      expect(await change(body)).to.include({ code: 'unauthorized' })
    }
  })
})
