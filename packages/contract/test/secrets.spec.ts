import type { JSONSchema } from '@carillon/domain'
import { expect } from 'chai'
import { operationIds, operationRow } from '../src/index.ts'

/** Whether a schema has a property, at any depth, that is named or described as a secret. */
function hasSecret(schema: JSONSchema | null): boolean {
  const text = JSON.stringify(schema)
  return /"(?:apiKey|secret|token)":\{/.test(text) || text.includes('only in this response')
}

describe('responses with a secret', () => {
  it('are those of the rows that say so', () => {
    const withSecret = operationIds.filter((id) =>
      Object.values(operationRow(id).responses).some(({ schema }) => hasSecret(schema)),
    )
    expect(withSecret).to.include('keys.create')
    expect(operationIds.filter((id) => operationRow(id).returnsSecret)).to.have.members(withSecret)
  })
})
