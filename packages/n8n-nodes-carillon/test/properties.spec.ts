import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { INodeProperties } from 'n8n-workflow'
import { operations } from '../nodes/Carillon/generated/operations.ts'
import { nodeProperties } from '../nodes/Carillon/properties.ts'

const documentPath = join(import.meta.dirname, '../../../docs/reference/openapi.json')
const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
  readFileSync(documentPath, 'utf8'),
)
const properties = nodeProperties()

/** Parameters that are shown with these values; each has a name of its own. */
function shownNames(values: Record<string, string>): string[] {
  return properties
    .filter(({ displayOptions }) =>
      Object.entries(displayOptions?.show ?? {}).every(
        ([name, shown]) => !(name in values) || shown?.some((value) => value === values[name]),
      ),
    )
    .map(({ name }) => name)
}

/** Every parameter, with those inside of collections. */
function everyProperty(list: readonly INodeProperties[]): INodeProperties[] {
  return list.flatMap((property) => {
    const inner = (property.options ?? []).flatMap((option): INodeProperties[] =>
      'values' in option ? option.values : 'type' in option ? [option] : [],
    )
    return [property, ...everyProperty(inner)]
  })
}

describe('the parameters of the node', () => {
  it('offer every operation of the contract, once', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    const offered = properties
      .filter(({ name }) => name === 'operation')
      .flatMap(({ options = [] }) => options.map((option) => ('value' in option ? option.value : '')))
    expect(offered.toSorted()).to.deep.equal(ids.toSorted())
  })

  it('have one name each, for every operation and platform', () => {
    for (const { id, resource, variants = [{ platform: '' }] } of operations) {
      for (const { platform } of variants) {
        const names = shownNames({ resource, operation: id, platform })
        expect(names, `${id} ${platform}`).to.deep.equal([...new Set(names)])
      }
    }
  })

  it('ask for everything that a post needs, and offer the rest', () => {
    const fields = shownNames({ resource: 'Post', operation: 'posts.publish', platform: 'youtube' })
    expect(fields).to.include.members(['accountId', 'title', 'privacy_status', 'video', 'additionalFields', 'options'])
    const optional = properties.find(
      ({ name, displayOptions: { show } = {} }) =>
        name === 'additionalFields' &&
        show?.['operation']?.[0] === 'posts.publish' &&
        show['platform']?.[0] === 'youtube',
    )
    const names = optional?.options?.map(({ name }) => name)
    expect(names).to.include.members(['description', 'tags', 'notify_subscribers', 'profileId'])
  })

  it('follow the conventions of n8n', () => {
    for (const { displayName, name, type, default: preset, description = '' } of everyProperty(properties)) {
      expect(displayName, name).to.match(/^[A-Z]/)
      expect(preset, name).not.to.equal(undefined)
      if (type === 'boolean') expect(description, name).to.match(/^Whether /)
      const sentences = description.split(/[.!?] (?=[A-Z`])/)
      if (sentences.length === 1) expect(description, name).not.to.match(/\.$/)
    }
  })
})
