import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Found {
  /** File and line. */
  place: string
  source: string
  flags: string
}

/** A literal stands where an expression begins. */
const literal =
  /(?:^|[(,=:[!&|?{};+]|\breturn|=>)\s*\/(?![/*])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g
/** Patterns of JSON Schemas, which the validator compiles with the flag `u`. */
const schemaPattern = /\bpattern: '([^'\n]+)'/g

function isRegularExpression(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

function inText(text: string, path: string): Found[] {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
    const place = `${path}:${index + 1}`
    const literals = [...line.matchAll(literal)].map(([, source = '', flags = '']) => ({ place, source, flags }))
    const patterns = [...line.matchAll(schemaPattern)].map(([, text = '']) => ({
      place,
      source: text.replaceAll('\\\\', '\\'),
      flags: 'u',
    }))
    return [...literals, ...patterns].filter(({ source, flags }) => isRegularExpression(source, flags))
  })
}

/** Every regular expression that is written in the sources of the packages and applications, the sandbox's apart. */
export function findRegularExpressions(root: string): Found[] {
  const folders = ['packages', 'apps'].flatMap((area) =>
    readdirSync(join(root, area))
      .filter((name) => name !== 'sandbox')
      .map((name) => `${area}/${name}/src`),
  )
  return folders.flatMap((folder) => {
    const names = (() => {
      try {
        return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      } catch {
        return []
      }
    })()
    return names
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .flatMap((name) => inText(readFileSync(join(root, folder, name), 'utf8'), `${folder}/${name}`))
  })
}
