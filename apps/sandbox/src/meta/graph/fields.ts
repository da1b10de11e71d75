import { GraphError, nonexistingField } from './graph-error.ts'

/** One wish of a `fields` parameter: `comments.limit(0).summary(total_count)` or `from{id,name}`. */
export interface Wish {
  name: string
  modifiers: Record<string, string>
  fields: Wish[] | undefined
}

function syntaxError(text: string, at: number): GraphError {
  const rest = at < text.length ? `"${text[at]}"` : 'end of string'
  return new GraphError(`Syntax error "Unexpected ${rest} at character ${at}: ${text}"`, { code: 2500 })
}

/** Reads a `fields` parameter; throws code 2500 when it cannot be read. */
export function parseFields(text: string): Wish[] {
  let at = 0
  function match(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern, 'y')
    sticky.lastIndex = at
    const found = sticky.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  function wish(): Wish {
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
    const fields = wishes()
    if (match(/\}/) === undefined) throw syntaxError(text, at)
    return { name, modifiers, fields }
  }
  function wishes(): Wish[] {
    const found = [wish()]
    while (match(/,/) !== undefined) found.push(wish())
    return found
  }
  const all = wishes()
  if (at < text.length) throw syntaxError(text, at)
  return all
}

/** A `fields` parameter that asks for this. */
export function writeFields(wishes: Wish[]): string {
  return wishes
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
  fields: Record<string, (subject: T, wish: Wish, context: C) => unknown>
  /** Documented fields that the sandbox has no value for: left out of answers, as Graph leaves out what is unset. */
  unset?: string[]
}

/** A node as JSON: what was wished for, or its default fields; `id` always; unset values left out. */
export function show<T, C>(
  shape: Shape<T, C>,
  subject: T,
  wishes: Wish[] | undefined,
  context: C,
): Record<string, unknown> {
  const asked = wishes ?? shape.defaults.map((name) => ({ name, modifiers: {}, fields: undefined }))
  const shown: Record<string, unknown> = {}
  for (const wish of asked) {
    const field = shape.fields[wish.name]
    if (field === undefined && shape.unset?.includes(wish.name) !== true) throw nonexistingField(wish.name, shape.type)
    const value = field?.(subject, wish, context)
    if (value !== undefined && value !== null) shown[wish.name] = value
  }
  const id = shape.fields['id']?.(subject, { name: 'id', modifiers: {}, fields: undefined }, context)
  if (id !== undefined) shown['id'] = id
  return shown
}
