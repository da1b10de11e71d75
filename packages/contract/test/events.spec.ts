import { eventTypeNames, eventTypes, type JSONSchema } from '@carillon/domain'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { eventShapes } from '../src/events/event-shape.ts'
import { eventRowOf } from '../src/events/index.ts'
import { eventShape, openApiDocument, sampleEvent } from '../src/index.ts'

const at = { id: '0199d1f2-4455-7d6e-8f70-8192a3b4c5d6', timestamp: '2026-11-20T09:30:02.140Z' }

describe('the types of events', () => {
  const ajv = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    allowUnionTypes: true,
    keywords: ['x-name', 'x-rule'],
  })
  addFormats.default(ajv)
  const isValid = (schema: JSONSchema, value: unknown) => ajv.validate(Object(schema), value)
  const webhooks = openApiDocument()['webhooks'] as Record<string, { post: { operationId: string } }>

  for (const type of eventTypeNames) {
    it(`${type} has an example that is valid, for this type alone`, () => {
      const example = sampleEvent(type, at)
      expect(isValid(eventShapes[type], example), ajv.errorsText()).to.equal(true)
      expect(isValid(eventShape, example), ajv.errorsText()).to.equal(true)
      expect(example.object.type).to.equal(eventTypes[type])
      expect(isValid(eventShapes[type], { ...example, data: {} })).to.equal(false)
      const other = type === 'ping' ? 'post.deleted' : 'ping'
      expect(isValid(eventShapes[other], example)).to.equal(false)
    })

    it(`${type} always has the profile, account and platform of its example`, () => {
      const example = sampleEvent(type, at)
      for (const field of ['profileId', 'accountId', 'platform'] as const) {
        const isWithout = isValid(eventShapes[type], { ...example, [field]: null })
        expect(isWithout, field).to.equal(example[field] === null)
      }
    })

    it(`${type} says in a sentence when it is raised`, () => {
      expect(eventRowOf(type).description).to.match(/^[A-Z].*\.$/)
    })
  }

  it('are the webhooks of the OpenAPI document', () => {
    expect(Object.keys(webhooks)).to.deep.equal(eventTypeNames)
  })

  it('takes an event whose texts were cut', () => {
    expect(isValid(eventShape, { ...sampleEvent('ping', at), truncated: true })).to.equal(true)
    expect(isValid(eventShape, { ...sampleEvent('ping', at), truncated: false })).to.equal(false)
  })
})
