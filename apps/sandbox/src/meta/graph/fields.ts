import { GraphError, nonexistingField } from './graph-error.ts'

/** One selection of a `fields` parameter: `comments.limit(0).summary(total_count)` or `from{id,name}`. */
export interface FieldSelection {
  name: string
  modifiers: Record<string, string>
  fields: FieldSelection[] | undefined
}

function syntaxError(text: string, at: number): GraphError {
  const rest = at < text.length ? `"${text[at]}"` : 'end of string'
  return new GraphError(`Syntax error "Unexpected ${rest} at character ${at}: ${text}"`, { code: 2500 })
}

/** Reads a `fields` parameter; throws code 2500 when it cannot be read. */
export function parseFields(text: string): FieldSelection[] {
  let at = 0
  function match(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern, 'y')
    sticky.lastIndex = at
    const found = sticky.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  function selection(): FieldSelection {
    const name = match(/\w+/)
    if (name === undefined) throw syntaxError(text, at)
    const modifiers: Record<string, string> = {}
    while (match(/\./) !== undefined) {
      const modifier = match(/\w+/)
      const argument = match(/\([^()]*\)/)
      if (modifier === undefined || argument === undefined) throw syntaxError(text, at)
      modifiers[modifier] = argument.slice(1, -1)
    }
    if (match(/\{/) === undefined) return { name, modifiers, fields: undefined }
    const fields = selections()
    if (match(/\}/) === undefined) throw syntaxError(text, at)
    return { name, modifiers, fields }
  }
  function selections(): FieldSelection[] {
    const found = [selection()]
    while (match(/,/) !== undefined) found.push(selection())
    return found
  }
  const all = selections()
  if (at < text.length) throw syntaxError(text, at)
  return all
}

/** The text of a `fields` parameter for these selections. */
export function writeFields(selections: FieldSelection[]): string {
  return selections
    .map(({ name, modifiers, fields }) => {
      const said = Object.entries(modifiers).map(([modifier, argument]) => `.${modifier}(${argument})`)
      return `${name}${said.join('')}${fields === undefined ? '' : `{${writeFields(fields)}}`}`
    })
    .join(',')
}

/** A node type: what can be asked of it and what it shows unasked. `C` is what its fields need besides the subject. */
export interface Shape<T, C> {
  /** As error messages name it. */
  type: string
  defaults: string[]
  fields: Record<string, (subject: T, selection: FieldSelection, context: C) => unknown>
  /** Documented fields that the sandbox has no value for: left out of responses, as Graph leaves out what is unset. */
  unset?: string[]
}

/** A node as JSON: the requested fields or its default fields, always with `id`, without unset values. */
export function show<T, C>(
  shape: Shape<T, C>,
  subject: T,
  selections: FieldSelection[] | undefined,
  context: C,
): Record<string, unknown> {
  const asked = selections ?? shape.defaults.map((name) => ({ name, modifiers: {}, fields: undefined }))
  const shown: Record<string, unknown> = {}
  for (const selection of asked) {
    const field = shape.fields[selection.name]
    if (field === undefined && shape.unset?.includes(selection.name) !== true)
      throw nonexistingField(selection.name, shape.type)
    const value = field?.(subject, selection, context)
    if (value !== undefined && value !== null) shown[selection.name] = value
  }
  const id = shape.fields['id']?.(subject, { name: 'id', modifiers: {}, fields: undefined }, context)
  if (id !== undefined) shown['id'] = id
  return shown
}
