import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Platform, platforms } from '@carillon/domain'
import { expect } from 'chai'
import { registry } from '../src/index.ts'

const src = join(import.meta.dirname, '../src')

function sources(folder: string): string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(src, folder, file), 'utf8'))
}

/** The operations that a folder names in full; those that are put together are seen by the test of `verify`. */
function operationsIn(folder: string): string[] {
  const named =
    /\b(?:operation|method):\s*(?:\w+ === '\w+' \? )?'([a-z][A-Za-z-]*(?:\.[A-Za-z-]+)+)'(?: : '([A-Za-z.-]+)')?/g
  return sources(folder).flatMap((text) =>
    [...text.matchAll(named)].flatMap(([, one, other]) => [one ?? '', ...(other === undefined ? [] : [other])]),
  )
}

describe('the fields of responses', () => {
  for (const platform of platforms) {
    it(`have a row for every operation of ${platform}`, async () => {
      const { fields } = (await registry.adapter(platform)).responses
      const named = new Set(operationsIn(platform))
      expect(named.size).to.be.greaterThan(3)
      expect([...named].filter((operation) => !Object.hasOwn(fields, operation))).to.deep.equal([])
    })
  }

  it('have paths of names, with [] and ? after them', async () => {
    const adapters = await Promise.all(platforms.map((platform: Platform) => registry.adapter(platform)))
    const paths = adapters.flatMap(({ responses }) => Object.values(responses.fields).flatMap(Object.keys))
    expect(paths.filter((path) => !/^\w+\??(\[\])?(\.\w+\??(\[\])?)*$/.test(path))).to.deep.equal([])
  })
})
