/** The handlers of one path. */
export interface Route<Handler> {
  /** Segments after slashes; one in braces is a parameter, which takes any text. */
  path: string
  /** By methods in capital letters. */
  methods: ReadonlyMap<string, Handler>
}

export interface Found<Handler> extends Route<Handler> {
  /** The segments that the parameters took, as they were sent. */
  params: readonly (readonly [name: string, sent: string])[]
}

interface Branch<Handler> {
  literals: Map<string, Branch<Handler>>
  parameter: Branch<Handler> | null
  route: Route<Handler> | null
  names: readonly string[]
}

const branch = <Handler>(): Branch<Handler> => ({ literals: new Map(), parameter: null, route: null, names: [] })

function add<Handler>(root: Branch<Handler>, route: Route<Handler>): void {
  let at = root
  const names: string[] = []
  for (const segment of route.path.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    const next = (name === undefined ? at.literals.get(segment) : at.parameter) ?? branch<Handler>()
    if (name === undefined) at.literals.set(segment, next)
    else {
      at.parameter = next
      names.push(name)
    }
    at = next
  }
  if (at.route !== null) throw new Error(`${route.path} and ${at.route.path} are the same path`)
  at.route = route
  at.names = names
}

/** The branch of the segments from `index` on, and the texts of its parameters; a literal goes before a parameter. */
function follow<Handler>(
  at: Branch<Handler>,
  { segments, index, sent }: { segments: readonly string[]; index: number; sent: readonly string[] },
): Found<Handler> | null {
  const segment = segments[index]
  if (segment === undefined) {
    return at.route && { ...at.route, params: at.names.map((name, number) => [name, sent[number] ?? ''] as const) }
  }
  const literal = at.literals.get(segment)
  const found = literal && follow(literal, { segments, index: index + 1, sent })
  if (found || at.parameter === null || segment === '') return found ?? null
  return follow(at.parameter, { segments, index: index + 1, sent: [...sent, segment] })
}

/** Makes a look-up of routes by path, which walks along the segments of a path once, however many routes there are. */
export function routeTable<Handler>(routes: readonly Route<Handler>[]): (path: string) => Found<Handler> | null {
  const root = branch<Handler>()
  for (const route of routes) add(root, route)
  return (path) => follow(root, { segments: path.split('/'), index: 1, sent: [] })
}
