import { fieldError } from '@carillon/errors'
import { type Toolset, toolsets } from './toolsets.ts'

/** The tools that a client sees: those of `toolsets` and, if `isReadOnly`, none that changes anything. */
export interface View {
  toolsets: ReadonlySet<Toolset>
  isReadOnly: boolean
}

const switches: ReadonlyMap<string, boolean> = new Map(Object.entries({ 1: true, true: true, 0: false, false: false }))

function invalid(name: string, message: string): never {
  throw fieldError({ path: [name], message, whole: 'query' })
}

function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  return others.length === 0 ? value : invalid(name, 'must be given once.')
}

function toolsetsIn(text: string): Set<Toolset> {
  const named = text.split(',').map((name) => {
    const found = toolsets.find((each) => each === name.trim())
    return found ?? invalid('toolsets', `${name.trim() || 'an empty name'} is not one of ${toolsets.join(', ')}.`)
  })
  return new Set(named)
}

/**
 * Parses the view from the query of the endpoint's URL: `toolsets`, their names separated by commas, and `readonly`
 * (`1`, `true`, `0` or `false`). Without them, a client sees all tools.
 * @throws ServiceError `invalid_request` for an unknown or repeated parameter, or an unknown toolset or value
 */
export function readView(query: URLSearchParams): View {
  const other = [...query.keys()].find((name) => name !== 'toolsets' && name !== 'readonly')
  if (other !== undefined) invalid(other, 'is not a parameter of this path, which has toolsets and readonly.')
  const named = only(query, 'toolsets')
  const text = only(query, 'readonly') ?? '0'
  const isReadOnly =
    switches.get(text) ??
    invalid('readonly', `must be 1 or 0, not ${JSON.stringify(text.slice(0, 40).toWellFormed())}.`)
  return { toolsets: named === undefined ? new Set(toolsets) : toolsetsIn(named), isReadOnly }
}
