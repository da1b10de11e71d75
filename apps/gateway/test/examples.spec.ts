import { openApiDocument, operationIds, operationRow } from '@carillon/contract'
import { isPlatform } from '@carillon/domain'
import { expect } from 'chai'
import { checksOf } from '../src/checks.ts'
import { stagedFile } from './staged-file.ts'

interface Body {
  content: { 'application/json': { example?: object; examples?: Record<string, { value: object }> } }
}

/** The same body with a file of the store in the place of base64 text. */
const received = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(received)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'base64' ? stagedFile({ encodedLength: String(part).length, validBase64: true }) : received(part),
    ]),
  )
}

describe('the examples of the OpenAPI document', () => {
  const paths = openApiDocument()['paths'] as Record<string, Record<string, { requestBody?: Body }>>
  for (const id of operationIds) {
    const row = operationRow(id)
    const json = paths[`/api/v1${row.path}`]?.[row.method]?.requestBody?.content['application/json']
    const shown = json ? [json.example, ...Object.values(json.examples ?? {}).map(({ value }) => value)] : []
    for (const example of shown.filter((each) => each !== undefined)) {
      const routed: unknown = Object(row.routedBy === undefined ? example : Object(example)[row.routedBy])['platform']
      const platform = isPlatform(routed) ? routed : undefined
      it(`are valid: ${id}${platform ? ` on ${platform}` : ''}`, () => {
        const check = checksOf(row).bodyCheck(platform)
        expect(() => check(received(example), { whole: 'body' })).not.to.throw()
      })
    }
  }
})
