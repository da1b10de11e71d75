import { operationRow } from '@carillon/contract'
import { fieldError } from '@carillon/errors'
import { fieldsOf } from '../fields.ts'
import { resultOf } from '../results.ts'
import { tool } from '../tool.ts'
import { object, platform } from './parameters.ts'

/** Fields of a post that are separate arguments of the tools. */
const ownArguments = new Set(['platform', 'accountId', 'profileId'])
/** JSON Schema keywords that a writer of posts does not need. */
const internalRules = new Set(['contentEncoding', 'x-name'])

function readable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(readable)
  if (typeof schema !== 'object' || schema === null) return schema
  const rules = Object.entries(schema).filter(([name]) => !internalRules.has(name))
  const isBase64 = 'contentEncoding' in schema
  const shown = isBase64 ? rules.filter(([name]) => !name.endsWith('Length')) : rules
  return Object.fromEntries(shown.map(([name, rule]) => [name, readable(rule)]))
}

export const describePostFields = tool({
  name: 'describe_post_fields',
  title: 'Describe the fields of a post',
  description:
    'Shows which fields a post takes on a platform, with limits of text, images and video: the JSON schema of post in check_post.',
  input: object({ platform }, ['platform']),
  effect: 'read',
  toolsets: ['publishing'],
  operations: ['posts.validate'],
  async run({ platform: name }) {
    const variant = fieldsOf(operationRow('posts.publish').variants?.[name])
    const properties = Object.entries(fieldsOf(variant['properties'])).filter(([field]) => !ownArguments.has(field))
    if (properties.length === 0)
      throw fieldError({ path: ['platform'], message: `Nothing can be published on ${name}.` })
    const required = Array.isArray(variant['required']) ? variant['required'] : []
    const post = {
      ...variant,
      properties: Object.fromEntries(properties),
      required: required.filter((field) => !ownArguments.has(String(field))),
    }
    return resultOf({ platform: name, post: readable(post) })
  },
})
