import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect } from 'chai'
import { apiPrefix, openApiDocument, operationIds, operationRow } from '../src/index.ts'

interface Part {
  description?: string
  content?: Record<string, { schema: object; example?: unknown; examples?: object }>
}
interface Entry {
  requestBody?: Part
  responses: Record<string, Part>
}

/** It takes a while to build, and no test changes it. */
const document = openApiDocument()

/**
 * The document as JSON in which a body or response that has the schema and the examples of an earlier one has no
 * examples. Linters compile the schema of every example, and most are those of errors that many operations share.
 */
function withoutRepeatedExamples(): string {
  const seen = new Set<string>()
  return JSON.stringify(document, (_name, value) => {
    const { schema, example, examples } = Object(value)
    if (typeof schema !== 'object' || (example ?? examples) === undefined) return value
    const text = JSON.stringify([schema, example, examples])
    if (seen.has(text)) return { ...value, example: undefined, examples: undefined }
    seen.add(text)
    return value
  })
}

function operations(): (Entry & { id: string })[] {
  const paths = document['paths'] as Record<string, Record<string, Entry>>
  return operationIds.map((id) => {
    const { path, method } = operationRow(id)
    const entry = paths[`${apiPrefix}${path}`]?.[method]
    if (!entry) throw new Error(`${id} is not in the document`)
    return { id, ...entry }
  })
}

describe('openApiDocument', () => {
  it('has a type for each budget of a campaign, which requires what goes with it', () => {
    const { components } = document as {
      components: { schemas: Record<string, { required: string[]; properties: object }> }
    }
    const alternative = (budget: string) => components.schemas[`CreateAdCampaignRequestWith${budget}`]
    expect(alternative('DailyBudget')?.required).to.include('dailyBudget').and.not.include('endTime')
    expect(alternative('DailyBudget')?.properties).to.include.keys('endTime').and.not.include.keys('lifetimeBudget')
    expect(alternative('LifetimeBudget')?.required).to.include.members(['lifetimeBudget', 'endTime'])
    expect(alternative('LifetimeBudget')?.properties).not.to.include.keys('dailyBudget')
  })

  it("has nothing that Redocly's recommended rules would change", async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: withoutRepeatedExamples(), config })
    const told = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    expect(told).to.deep.equal([])
  })

  it("has nothing that Spectral's recommended rules would change", async function () {
    this.timeout(900_000)
    const linter = new spectral.Spectral()
    linter.setRuleset(new spectral.Ruleset(rulesets.oas))
    const problems = await linter.run(withoutRepeatedExamples())
    expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).to.deep.equal([])
  })

  it('shows an example of every body and response', () => {
    const contents = operations().flatMap(({ id, requestBody, responses }) => {
      const bodies = Object.entries(responses).map(([status, { content }]) => ({ where: `${id} ${status}`, content }))
      return [{ where: `${id} body`, content: requestBody?.content }, ...bodies]
    })
    const bare = contents.filter(({ content }) => {
      const json = content?.['application/json']
      return json !== undefined && json.example === undefined && Object.keys(json.examples ?? {}).length === 0
    })
    expect(bare.map(({ where }) => where)).to.deep.equal([])
    expect(contents.length).to.be.greaterThan(100)
  })

  it('gives every schema of fields a name, so that a client made from it has names too', () => {
    const unnamed = operations().flatMap(({ id, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)]
        .map((part) => part?.content?.['application/json']?.schema)
        .filter((schema) => schema !== undefined && 'properties' in schema)
        .map(() => id),
    )
    expect(unnamed).to.deep.equal([])
  })

  it('shows a 207 that is partial, with an entry in errors', () => {
    const shown = operations().flatMap(
      ({ responses }) => responses['207']?.content?.['application/json']?.example ?? [],
    )
    expect(shown).to.have.length.above(3)
    for (const example of shown) {
      expect(example).to.have.property('status', 'partial')
      expect(example).to.have.property('errors').with.length(1)
    }
  })

  it('has a default nowhere in a body, because generators then demand the field', () => {
    const { schemas } = document['components'] as { schemas: Record<string, object> }
    expect(Object.keys(schemas).filter((name) => /"default":/.test(JSON.stringify(schemas[name])))).to.deep.equal([])
    const { post_mode: mode } = (schemas['TiktokVideoPost'] as { properties: Record<string, object> }).properties
    expect(mode)
      .to.have.property('description')
      .that.matches(/ Default: "DIRECT_POST"\.$/)
  })

  it('has one whole schema for each way to send a post', () => {
    const { schemas } = document['components'] as {
      schemas: Record<string, { required?: string[]; properties?: object }>
    }
    for (const [name, field, others] of [
      ['InstagramImagePost', 'image', ['images']],
      ['InstagramCarouselPost', 'images', ['image']],
      ['FacebookReelPost', 'reel', ['image', 'images', 'video', 'title']],
      ['FacebookVideoPost', 'video', ['image', 'images', 'reel']],
      ['TiktokPhotoPost', 'photos', ['video']],
    ] as const) {
      expect(schemas[name]?.required, name).to.include(field)
      expect(schemas[name]?.properties, name).to.include.keys('platform', 'accountId', field)
      expect(schemas[name]?.properties, name).not.to.have.any.keys(...others)
    }
  })

  it('has no alternative that is only a list of required fields', () => {
    const bare: string[] = []
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      for (const part of 'oneOf' in value && Array.isArray(value.oneOf) ? value.oneOf : []) {
        if (!('$ref' in part) && !('type' in part)) bare.push(path)
      }
      for (const [name, part] of Object.entries(value)) look(part, `${path}/${name}`)
    }
    look(document, '#')
    expect(bare).to.deep.equal([])
  })

  it('has no field beside alternatives, which Go clients send empty in place of that of the chosen one', () => {
    const { schemas } = document['components'] as { schemas: Record<string, object> }
    const mixed = Object.entries(schemas).filter(
      ([, schema]) => ('oneOf' in schema || 'anyOf' in schema) && 'properties' in schema,
    )
    // Clients do not send events.
    expect(mixed.map(([name]) => name)).to.deep.equal(['Event'])
  })

  it('has files in forms as generators of Python recognize them', () => {
    const { schemas } = document['components'] as { schemas: Record<string, object> }
    expect(schemas['TiktokVideoForm']).to.have.nested.property('properties.video.format', 'binary')
  })

  it('has a name for every choice between bodies, as Go clients lose the chosen body of one without a name', () => {
    const { paths } = document as { paths: Record<string, Record<string, { requestBody?: object }>> }
    const bodies = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((each) => each.requestBody ?? {}),
    )
    const choices = bodies.flatMap(({ content = {} }: { content?: Record<string, { schema: object }> }) =>
      Object.values(content).filter(({ schema }) => 'oneOf' in schema || 'anyOf' in schema),
    )
    expect(bodies).not.to.have.lengthOf(0)
    expect(choices).to.deep.equal([])
  })

  it('has the codes and the details of every error as a type', () => {
    const { schemas } = document['components'] as { schemas: Record<string, object> }
    expect(schemas['ProfileNameConflictError']).to.have.nested.property(
      'properties.error.properties.details.properties.existingProfileId',
    )
    expect(JSON.stringify(schemas['AccountFailure'])).to.include('"#/components/schemas/ErrorCode"')
    expect(JSON.stringify(schemas['Publish'])).to.include('"#/components/schemas/ErrorCode"')
  })

  it('has the ids of the published posts in the details of each code that can end a thread of x', () => {
    const codes = ['invalid_media', 'connection_expired', 'temporarily_unavailable', 'provider_not_configured'].concat([
      'provider_rejected',
      'duplicate_post',
      'quota_exhausted',
      'rate_limited',
      'provider_error',
    ])
    const { schemas } = document['components'] as { schemas: Record<string, object> }
    const texts = Object.values(schemas).map((schema) => JSON.stringify(schema))
    const without = codes.filter((code) =>
      texts.some((text) => text.includes(`"const":"${code}"`) && !text.includes('"postIds"')),
    )
    expect(texts.join()).to.include('"const":"temporarily_unavailable"')
    expect(without).to.deep.equal([])
  })

  it('says of a body that is too large only where the status is 413', () => {
    const count = (status: string) =>
      operations().filter(({ responses }) => responses[status]?.description?.includes('too large')).length
    expect([count('400'), count('413') > 0]).to.deep.equal([0, true])
  })

  it('describes every operation', () => {
    const mute = operationIds.filter((id) => operationRow(id).description === undefined)
    expect(mute).to.deep.equal([])
  })

  it('has a type wherever it lists values', () => {
    const typeless: string[] = []
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      if (('const' in value || ('enum' in value && Array.isArray(value.enum))) && !('type' in value))
        typeless.push(path)
      for (const [name, part] of Object.entries(value)) look(part, `${path}/${name}`)
    }
    look(document, '#')
    expect(typeless).to.deep.equal([])
  })

  it('has headers that are text without a format, and no component that only webhooks use, for generators of Python and Go', () => {
    const { paths, webhooks, components } = document
    const operations: { parameters: { in?: string; schema?: object }[] }[] = Object.values(Object(paths)).flatMap(
      (each) => Object.values(Object(each)),
    )
    const headers = operations.flatMap(({ parameters }) => parameters).filter((each) => each.in === 'header')
    expect(headers).not.to.be.empty
    for (const { schema } of headers) expect(schema).not.to.have.property('format')
    const used = (part: unknown) => JSON.stringify(part).match(/#\/components\/parameters\/\w+/g) ?? []
    expect(used(webhooks)).to.deep.equal([])
    const all = Object.keys(Object(Object(components).parameters)).map((name) => `#/components/parameters/${name}`)
    expect(all).to.have.members([...new Set(used(paths))])
  })
})
