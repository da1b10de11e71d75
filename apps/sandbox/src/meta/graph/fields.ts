import { GraphError, nonexistingField } from './graph-error.ts'

/**
 * One field of a parameter `fields`, such as `comments.limit(0).summary(total_count)` or `from{id,name}`. `modifiers`
 * are the arguments, keyed by modifier; `fields` are the fields in braces, undefined without braces.
 */
export interface FieldSelection {
  name: string
  modifiers: Record<string, string>
  fields: FieldSelection[] | undefined
}

function syntaxError(text: string, at: number): GraphError {
  const rest = at < text.length ? `"${text[at]}"` : 'end of string'
  return new GraphError(`Syntax error "Unexpected ${rest} at character ${at}: ${text}"`, { code: 2500 })
}

/**
 * Parses a parameter `fields`.
 * @throws GraphError with code 2500 if it is malformed
 */
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

/** Returns the text of a parameter `fields` that requests these selections: the reverse of `parseFields`. */
export function writeFields(selections: FieldSelection[]): string {
  return selections
    .map(({ name, modifiers, fields }) => {
      const said = Object.entries(modifiers).map(([modifier, argument]) => `.${modifier}(${argument})`)
      return `${name}${said.join('')}${fields === undefined ? '' : `{${writeFields(fields)}}`}`
    })
    .join(',')
}

/**
 * The response format of a node type. `C` is the context that fields are computed with, besides the object.
 */
export interface Shape<T, C> {
  /** The name of the node type in error messages. */
  type: string
  /** The names of the fields that are returned if a call requests none. */
  defaults: string[]
  /** Functions that return the value of a field, keyed by its name; null or undefined omits the field. */
  fields: Record<string, (subject: T, selection: FieldSelection, context: C) => unknown>
  /** The documented fields for which the sandbox has no value. They are omitted, as Graph omits unset fields. */
  unset?: string[]
}

/**
 * Returns an object as JSON: the requested fields or the default ones, always with `id`, without unset values.
 * @throws GraphError with code 100 for a field that the node type does not have
 */
export function show<T, C>(
  shape: Shape<T, C>,
  subject: T,
  selections: FieldSelection[] | undefined,
  context: C,
): Record<string, unknown> {
  const asked = selections ?? shape.defaults.map((name) => ({ name, modifiers: {}, fields: undefined }))
  const shown: Record<string, unknown> = {}
  for (const selection of asked) {
    const field = Object.hasOwn(shape.fields, selection.name) ? shape.fields[selection.name] : undefined
    if (field === undefined && shape.unset?.includes(selection.name) !== true)
      throw nonexistingField(selection.name, shape.type)
    const value = field?.(subject, selection, context)
    if (value !== undefined && value !== null) shown[selection.name] = value
  }
  const id = shape.fields['id']?.(subject, { name: 'id', modifiers: {}, fields: undefined }, context)
  if (id !== undefined) shown['id'] = id
  return shown
}
