import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow'
import { operations, resources } from './generated/operations.ts'
import type { Field, Operation } from './operation.ts'
import { optionsOf, pageProperties, waitProperties } from './write-properties.ts'

/** The name of the collection that holds the optional fields. */
export const optionalFields = 'additionalFields'

/** Where a field is chosen from what the organization has. */
const lists: Readonly<Record<string, { method: string; title: string }>> = {
  accountId: { method: 'getAccounts', title: 'Account Name or ID' },
  profileId: { method: 'getProfiles', title: 'Profile Name or ID' },
}

/** How a parameter with a list is described. */
const chosen =
  'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>'

const choice = (value: string): INodePropertyOptions => ({ name: value, value })

/** The members of a file besides its bytes. */
function fileProperties({ takesUrl, fields = [] }: Field): INodeProperties[] {
  const binary: INodeProperties = {
    displayName: 'Input Data Field Name',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    description: 'The field of the item that contains the file',
    hint: 'The name of the input field containing the binary file data',
  }
  const url: INodeProperties = {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    default: '',
    description: 'Where Carillon downloads the file, instead of a file of the item',
  }
  return [binary, ...(takesUrl ? [url] : []), ...propertiesOf(fields)]
}

type Typed = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>

function group(field: Field, values: INodeProperties[]): Typed {
  const single = { displayName: field.title, name: 'value', values }
  return {
    type: 'fixedCollection',
    default: {},
    placeholder: `Add ${field.title}`,
    ...(field.isList && { typeOptions: { multipleValues: true } }),
    options: [single],
  }
}

const kinds: Readonly<Record<Exclude<Field['kind'], 'constant'>, (field: Field) => Typed>> = {
  text: ({ isLong }) => ({ type: 'string', default: '', ...(isLong && { typeOptions: { rows: 4 } }) }),
  textOrJson: () => ({ type: 'string', default: '', placeholder: 'e.g. 2026-12-24T18:00:00+01:00' }),
  time: () => ({ type: 'string', default: '', placeholder: 'e.g. 2026-12-24T18:00:00+01:00' }),
  number: ({ minimum, maximum }) => ({
    type: 'number',
    default: minimum ?? 0,
    typeOptions: {
      ...(minimum !== undefined && { minValue: minimum }),
      ...(maximum !== undefined && { maxValue: maximum }),
    },
  }),
  switch: () => ({ type: 'boolean', default: false }),
  choice: ({ options = [], isRequired }) => ({
    type: 'options',
    options: options.map(choice),
    // A required choice is made by the user.
    default: isRequired ? '' : (options[0] ?? ''),
  }),
  choices: ({ options = [] }) => ({ type: 'multiOptions', options: options.map(choice), default: [] }),
  texts: () => ({ type: 'string', default: [], typeOptions: { multipleValues: true } }),
  json: () => ({ type: 'json', default: '{}' }),
  object: (field) => group(field, propertiesOf(field.fields ?? [])),
  file: (field) => group(field, fileProperties(field)),
}

function propertyOf(field: Field): INodeProperties[] {
  const { name, title, kind, description, isRequired } = field
  if (kind === 'constant') return []
  const list = kind === 'text' ? lists[name] : undefined
  const typed: Typed = list
    ? { type: 'options', typeOptions: { loadOptionsMethod: list.method }, default: '' }
    : kinds[kind](field)
  const text = list ? chosen : description
  return [
    {
      displayName: list?.title ?? title,
      name,
      ...typed,
      ...(text !== undefined && { description: text }),
      ...(isRequired && { required: true }),
    },
  ]
}

/** Fields as parameters: those that are required, and a collection of the others. */
function propertiesOf(fields: readonly Field[]): INodeProperties[] {
  const optional = fields.filter(({ isRequired }) => !isRequired).flatMap(propertyOf)
  const collection: INodeProperties = {
    displayName: 'Additional Fields',
    name: optionalFields,
    type: 'collection',
    placeholder: 'Add Field',
    default: {},
    options: optional,
  }
  const required = fields.filter(({ isRequired }) => isRequired).flatMap(propertyOf)
  return [...required, ...(optional.length > 0 ? [collection] : [])]
}

type Shown = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>

const shown = (properties: readonly INodeProperties[], show: Shown): INodeProperties[] =>
  properties.map((property) => ({
    ...property,
    displayOptions: { show: { ...show, ...property.displayOptions?.show } },
  }))

function platformProperty({ variants = [] }: Operation): INodeProperties[] {
  const options = variants.map(({ platform }) =>
    platform === '' ? { name: 'None (Keep the Post)', value: '' } : choice(platform),
  )
  if (options.length === 0) return []
  return [{ displayName: 'Platform', name: 'platform', type: 'options', options, default: '' }]
}

function operationProperties(operation: Operation): INodeProperties[] {
  const { id, resource, fields, variants = [] } = operation
  const show = { resource: [resource], operation: [id] }
  const ofVariants = variants.flatMap(({ platform, fields: own }) =>
    shown(propertiesOf([...fields, ...own]), { ...show, platform: [platform] }),
  )
  return [
    ...shown(platformProperty(operation), show),
    ...(variants.length > 0 ? ofVariants : shown(propertiesOf(fields), show)),
    ...shown([...pageProperties(operation), ...waitProperties(operation), ...optionsOf(operation)], show),
  ]
}

function operationChoice(resource: string): INodeProperties {
  const options = operations
    .filter((operation) => operation.resource === resource)
    .map(({ id, name, action, description }) => ({ name, value: id, action, ...(description && { description }) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: '',
  }
}

/** Returns the parameters of the node: a resource, its operation, and the fields and options of the operation. */
export function nodeProperties(): INodeProperties[] {
  const used = resources.filter(({ name }) => operations.some(({ resource }) => resource === name))
  const choices = used.map(({ name, description }) => ({ name, value: name, description }))
  const resource: INodeProperties = {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: choices.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    default: 'Post',
  }
  return [resource, ...used.map(({ name }) => operationChoice(name)), ...operations.flatMap(operationProperties)]
}
