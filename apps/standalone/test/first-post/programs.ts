import { expect } from 'chai'
import { missingProgram } from '../installed.ts'
import { expectPublished } from './published.ts'
import { jsonLines } from './shell-blocks.ts'
import type { Walks } from './walks.ts'

interface Row {
  page: string
  /** What the page publishes on X. */
  text: string
  /** A program that the page needs. Where it is not installed, the page is not run. */
  needs: string
}

/** Pages that print a publish, then its event, then that the event was verified. */
const rows: readonly Row[] = [
  { page: 'docs/first-post/curl.md', text: 'Fresh bread with curl.', needs: 'openssl' },
  { page: 'docs/first-post/library.md', text: 'Fresh bread with the library.', needs: 'npm' },
  { page: 'docs/first-post/mcp.md', text: 'Fresh bread with MCP.', needs: 'npm' },
  { page: 'docs/first-post/inspector.md', text: 'Fresh bread with the Inspector.', needs: 'mcp-inspector' },
  { page: 'docs/first-post/python.md', text: 'Fresh bread with Python.', needs: 'python3' },
]

export function programWalks(walks: () => Walks): void {
  for (const { page, text, needs } of rows) {
    it(`${page} leads from an empty folder to a published post and a verified event`, async function () {
      if (missingProgram([needs]) !== undefined) {
        process.stdout.write(`    ${needs} is not installed: ${page} is not run\n`)
        this.skip()
      }
      const { printed } = await walks().walk(page)
      const lines = printed.join('\n')
      const [publish, event] = jsonLines(lines)
      expect(publish, lines).to.include({ platform: 'x', status: 'published' })
      const object = { type: 'publish', id: publish.publishId }
      expect(event, lines).to.deep.include({ type: 'publish.published', object })
      expect(lines.trimEnd().split('\n').at(-1)).to.equal('verified publish.published')
      await expectPublished(walks(), 'x', text)
    })
  }
}
