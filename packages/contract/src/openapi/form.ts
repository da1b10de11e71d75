import { type Capability, type JSONSchema, type Platform, supports } from '@carillon/domain'
import { propertiesOf, routedPart, type UploadTarget, uploadTargets } from '../multipart.ts'
import type { Operation } from '../operation.ts'
import { pascal } from './names.ts'

/** Returns the schema of a file. Some generators of clients recognize one by `format`, others by `contentMediaType`. */
const binary = (description: string): JSONSchema => ({
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  description,
})

function fileField(target: UploadTarget): JSONSchema {
  const maxItems = target.maxFiles
  return target.several === null
    ? binary(
        'The file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.',
      )
    : {
        type: 'array',
        minItems: 1,
        maxItems,
        items: binary(
          'A file. Its type is that of the part if it is an image or video type, and has to be that of the bytes; otherwise it is detected from the bytes.',
        ),
      }
}

/**
 * Returns the schemas of a form's file fields, keyed by the documented field name: `photos[]` for images, `video` and
 * `reel`. Other names of fields for images are accepted, but not documented.
 */
function documentedFiles(targets: Readonly<Record<string, UploadTarget>>) {
  const { photos, ...videos } = { photos: targets['photos'], video: targets['video'], reel: targets['reel'] }
  const files: Record<string, JSONSchema> = photos ? { 'photos[]': fileField(photos) } : {}
  for (const [name, target] of Object.entries(videos)) if (target) files[name] = fileField(target)
  return files
}

/**
 * Returns the form fields for details of files, such as an image's description: one value, or a JSON list in the order
 * of the files.
 */
function extraFields(targets: Readonly<Record<string, UploadTarget>>): Record<string, JSONSchema> {
  const extras = Object.values(targets).flatMap((target) => Object.keys(target.extras))
  const description =
    'The field of this name that a JSON body has beside the `base64` of the file. If the form has several files: a JSON list with one value for each file, in their order, and null for a file without one.'
  return Object.fromEntries(extras.map((name): [string, JSONSchema] => [name, { type: 'string', description }]))
}

/**
 * Returns the keywords that state which files a form needs: `required` with the only kind of file, or an empty one and
 * `oneOf` with an alternative for each kind. Nothing is required if the JSON body requires no media.
 */
function fileRule(variant: Exclude<JSONSchema, boolean>, files: readonly string[], prefix: string) {
  if (variant.oneOf === undefined) return { required: [] }
  if (files.length === 1) return { required: files }
  const named = (file: string) => ({ 'x-name': `${prefix}${pascal(file.replace('[]', ''))}Form` })
  return { required: [], oneOf: files.map((file): JSONSchema => ({ required: [file], ...named(file) })) }
}

/** Returns the names of the properties that a body requires, without the property `routedBy`. */
function requiredBeside({ routedBy }: Operation, { required = [] }: Exclude<JSONSchema, boolean>): string[] {
  return required.filter((name) => name !== routedBy)
}

/** Returns the schema of a form's JSON part, which has the properties of the body without the property `routedBy`. */
function partOf(row: Operation, whole: Exclude<JSONSchema, boolean>): Record<string, JSONSchema> {
  const { routedBy, formPart } = row
  if (routedBy === undefined || formPart === undefined) return {}
  const { [routedBy]: _routed, ...properties } = propertiesOf(whole)
  const required = requiredBeside(row, whole)
  const names = Object.keys(properties).map((name) => `\`${name}\``)
  return {
    [formPart]: {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
      description: `A JSON object with the fields that a JSON body has beside \`${routedBy}\`: ${names.join(' and ')}.`,
    },
  }
}

/**
 * Builds the schema of the multipart form of an operation for one platform; null if the platform accepts none.
 * @param multipart the capability that a platform which accepts the form has
 * @param name the name of the schema of the operation's JSON body for the platform
 */
export function formSchema(
  row: Operation,
  { platform, multipart, name }: { platform: Platform; multipart: Capability; name: string },
): JSONSchema | null {
  const whole = row.variants?.[platform]
  const variant = routedPart(row, whole)
  if (typeof whole !== 'object' || typeof variant !== 'object' || !supports(multipart, platform)) return null
  const targets = uploadTargets(variant)
  const filled = Object.values(targets).flatMap(({ one, several }) => [one?.property, several?.property])
  const plain = Object.entries(propertiesOf(variant)).filter(([name]) => !filled.includes(name))
  const files = documentedFiles(targets)
  const { required, ...rule } = fileRule(
    variant,
    Object.keys(files),
    row.routedBy === undefined ? pascal(platform) : name.replace(/Request$/, ''),
  )
  return {
    type: 'object',
    properties: { ...Object.fromEntries(plain), ...files, ...extraFields(targets), ...partOf(row, whole) },
    required: [
      ...(variant.required ?? []).filter((name) => !filled.includes(name)),
      ...required,
      ...(row.formPart !== undefined && requiredBeside(row, whole).length > 0 ? [row.formPart] : []),
    ],
    additionalProperties: false,
    ...rule,
    ...('dependentRequired' in variant && { dependentRequired: variant.dependentRequired }),
    description: 'A form. A field that is a list is sent once for each entry, or once as JSON.',
  }
}
