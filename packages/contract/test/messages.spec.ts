import { expect } from 'chai'
import { operationIds, operationRow } from '../src/index.ts'

/** Returns the paths of all strings in a schema whose form a pattern decides, and no words. */
function wordless(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' && !('x-rule' in schema) ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => wordless(part, `${path}.${name}`))]
}

describe('the message about a field that has another form', () => {
  it('says which form is expected, for every field of every request', () => {
    const missing = operationIds.flatMap((id) => {
      const { params, query, headers, body, variants } = operationRow(id)
      return wordless({ params, query, headers, body, variants }, id)
    })
    expect(missing).to.deep.equal([])
  })
})
