import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect } from 'chai'
import { openApiDocument } from '../src/index.ts'

describe('openApiDocument', () => {
  it("has nothing that Redocly's recommended rules would change", async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config })
    const told = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    expect(told).to.deep.equal([])
  })
})
