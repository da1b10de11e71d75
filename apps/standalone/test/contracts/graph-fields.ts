/** What a call to Graph asks for: names, each with the selection below it. */
export interface Selection {
  [name: string]: Selection
}

/** Reads `a,b.limit(3){c}`; modifiers such as `limit` and `summary` are left out. Throws on what is not written so. */
export function readSelection(text: string): Selection {
  let at = 0

  function skipArguments(): void {
    let depth = 0
    do {
      if (text[at] === '(') depth++
      if (text[at] === ')') depth--
      at++
    } while (depth > 0 && at < text.length)
  }

  function readName(): string {
    const [name] = /^\w+/.exec(text.slice(at)) ?? []
    if (name === undefined) throw new Error(`fields: no name at ${at} of ${text}`)
    at += name.length
    return name
  }

  function readList(): Selection {
    const list: Selection = {}
    for (;;) {
      const name = readName()
      while (text[at] === '.' || text[at] === '(') {
        if (text[at] === '.') {
          at++
          readName()
        } else skipArguments()
      }
      if (text[at] === '{') {
        at++
        list[name] = readList()
        if (text[at] !== '}') throw new Error(`fields: no } at ${at} of ${text}`)
        at++
      } else list[name] = {}
      if (text[at] !== ',') return list
      at++
    }
  }

  const selection = readList()
  if (at !== text.length) throw new Error(`fields: ${text.slice(at)} is left over`)
  return selection
}
