import type { GraphCall } from '../call.ts'
import { cloudError } from '../errors.ts'
import type { PhoneNumber, Template, TemplateComponent, TemplateStatus } from '../records.ts'
import type { Content } from './content.ts'
import type { Recipient } from './recipient.ts'

type Json = Record<string, unknown>

const BODY_LIMIT = 1024
/**
 * The error codes for sending a template with one of these statuses, keyed by status. A template with another status
 * than `APPROVED` gets the error of an unknown one.
 */
const STATUS_ERRORS: Partial<Record<TemplateStatus, number>> = { PAUSED: 132015, DISABLED: 132016 }

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown, name: string): Json[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.every(isJson)) return value
  throw cloudError(131009, `${name} is a list of objects`)
}

function find(
  { state }: GraphCall,
  number: PhoneNumber,
  { name, language }: { name: string; language: string },
): Template {
  const template = [...state.templates.values()].find(
    (one) => one.wabaId === number.wabaId && one.name === name && one.language === language,
  )
  const specific = template && STATUS_ERRORS[template.status]
  if (specific !== undefined) throw cloudError(specific)
  if (template?.status === 'APPROVED') return template
  throw cloudError(132001, `template name (${name}) does not exist in ${language}`)
}

/** Returns the names of the placeholders in a text, in order and without repetitions. */
function placeholders(text = ''): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))]
}

function checkText(value: unknown, where: string): string {
  if (typeof value !== 'string') throw cloudError(132012, `${where}: a text parameter has a text`)
  if (value === '') throw cloudError(131008, `${where}: parameter text is empty`)
  if (/[\n\t]| {5,}/.test(value)) {
    throw cloudError(132018, `${where}: no line breaks, tabs or more than four spaces in a row`)
  }
  return value
}

/**
 * Returns the values for the placeholders of one template component, keyed by placeholder name. `where` names the
 * component in error messages.
 * @throws GraphError with the Cloud API's code if the number, type or value of a parameter does not match
 */
function valuesFor(
  template: Template,
  text: string | undefined,
  given: Json | undefined,
  where: string,
): Map<string, string> {
  const names = placeholders(text)
  const parameters = listOf(given?.['parameters'], `${where} parameters`)
  if (parameters.length !== names.length) {
    throw cloudError(132000, `${where}: number of params (${parameters.length}) is not the expected (${names.length})`)
  }
  const values = new Map(
    parameters.map((parameter, index): [string, string] => {
      if (parameter['type'] !== 'text') throw cloudError(132012, `${where}: expected a text parameter`)
      const named = template.parameterFormat === 'NAMED'
      const name = named ? parameter['parameter_name'] : names[index]
      if (typeof name !== 'string' || !names.includes(name)) {
        throw cloudError(132012, `${where}: parameter_name is one of ${names.join(', ')}`)
      }
      return [name, checkText(parameter['text'], where)]
    }),
  )
  const absent = names.find((name) => !values.has(name))
  if (absent !== undefined) throw cloudError(132000, `${where}: there is no parameter for ${absent}`)
  return values
}

function fill(text: string, values: Map<string, string>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name) => values.get(name) ?? whole)
}

function checkButtons(component: TemplateComponent | undefined, given: Json[]): void {
  for (const [index, { type, url }] of (component?.buttons ?? []).entries()) {
    const own = given.find((one) => String(one['index']) === String(index))
    const wants = type === 'URL' && placeholders(url).length > 0
    if (wants && listOf(own?.['parameters'], 'button parameters').length !== 1) {
      throw cloudError(131008, `buttons: button at index ${index} of type Url requires a parameter`)
    }
  }
}

const KINDS = ['header', 'body', 'button']

function readComponents({ components }: Json): Json[] {
  const given = listOf(components, 'components')
  for (const { type } of given) {
    if (!KINDS.includes(String(type).toLowerCase())) throw cloudError(131009, `components: type is ${KINDS.join(', ')}`)
  }
  return given
}

function nameAndLanguage(asked: Json | undefined): { name: string; language: string } {
  const name = asked?.['name']
  const language = isJson(asked?.['language']) ? asked['language']['code'] : undefined
  if (typeof name !== 'string' || name === '') throw cloudError(131008, 'template[name] is missing')
  if (typeof language !== 'string' || language === '') throw cloudError(131008, 'template[language][code] is missing')
  return { name, language }
}

/**
 * Returns the content of a template message, after checking it against the account's templates.
 * @throws GraphError with the Cloud API's code if the template does not exist or its parameters do not match
 */
export function readTemplate(call: GraphCall, number: PhoneNumber, recipient: Recipient): Content {
  const asked = call.parameters.object('template')
  const template = find(call, number, nameAndLanguage(asked))
  if (template.category === 'AUTHENTICATION' && recipient.byUserId) throw cloudError(131062)
  const given = readComponents(asked ?? {})
  const of = (type: string) => given.filter((one) => String(one['type']).toLowerCase() === type)
  const part = (type: TemplateComponent['type']) => template.components.find((one) => one.type === type)
  valuesFor(template, part('HEADER')?.text, of('header')[0], 'header')
  const body = part('BODY')?.text ?? ''
  const text = fill(body, valuesFor(template, body, of('body')[0], 'body'))
  if ([...text].length > BODY_LIMIT) throw cloudError(132005)
  checkButtons(part('BUTTONS'), of('button'))
  return { text, content: { template: asked }, category: template.category.toLowerCase() }
}
