import { expect } from 'chai'
import { expectPublished } from './published.ts'
import { jsonLines } from './shell-blocks.ts'
import type { Walks } from './walks.ts'

const page = 'docs/command-line.md'

export function commandLineWalk(walks: () => Walks): void {
  describe(page, () => {
    let printed: string[]
    before(async () => {
      // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
      await fetch(`${walks().standalone.report().sandboxUrl}/state/bluesky`)
      ;({ printed } = await walks().walk(page))
    })

    it('leads from an empty folder to a published post', () => {
      expect(jsonLines(printed[1])[0]).to.deep.include({ url: walks().standalone.report().gatewayUrl })
      expect(jsonLines(printed[2])[0]).to.include({ platform: 'bluesky', status: 'completed' })
      expect(jsonLines(printed[4])[0]).to.include({ text: 'Fresh bread at seven.', status: 'published' })
    })

    it('leads to a received event, whose signature the receiver has verified', () => {
      const [publish, event] = jsonLines(printed[4])
      expect(event).to.deep.include({ type: 'publish.published', object: { type: 'publish', id: publish.publishId } })
      expect(printed[4]?.split('\n').at(-1)).to.equal('verified publish.published')
    })

    it('publishes a CSV file once, however often the command is repeated', async () => {
      const results = jsonLines(printed[5])
      const [checked, first, second] = [results.slice(0, 2), results.slice(2, 4), results.slice(4)]
      expect(checked.map(({ valid }) => valid)).to.deep.equal([true, true])
      const ids = (rows: { publishId: string }[]) => rows.map(({ publishId }) => publishId).toSorted()
      expect(ids(second)).to.deep.equal(ids(first))
      for (const text of ['Rye on Friday, too.', 'Closed on Sunday.', 'Fresh bread at seven.']) {
        await expectPublished(walks(), 'bluesky', text)
      }
    })
  })
}
