import { assert } from 'chai'
import { decoder } from '../../src/image/decoder.ts'
import { imageFile, noise } from './images.ts'

async function rejection(bytes: Buffer): Promise<string> {
  return (await decoder(bytes)).metadata().then(
    () => assert.fail('it was decoded'),
    (error: Error) => error.message,
  )
}

describe('the image decoder', () => {
  it('knows the four formats and no other', async () => {
    for (const make of Object.values(imageFile))
      assert.equal((await (await decoder(await make())).metadata()).width, 80)
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
    )
    const others = [svg, await noise().tiff().toBuffer(), await noise().avif().toBuffer()]
    for (const bytes of others) assert.include(await rejection(bytes), 'unsupported image format')
  })

  it('rejects more pixels than it is worth', async () => {
    const large = Buffer.from(await imageFile.png())
    large.writeUInt32BE(12_000, 16)
    large.writeUInt32BE(12_000, 20)
    assert.match(await rejection(large), /pixel limit|libpng/)
  })
})
