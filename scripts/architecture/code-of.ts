/** After one of these a slash begins a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};\n+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield))\s*$/

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*|[`{}]/g

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** End of the literal part of a template that begins at `from`: behind its closing backtick or behind the next `${`. */
function endOfTemplatePart(text: string, from: number): { end: number; opens: boolean } {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return { end: at + 1, opens: false }
    else if (text.startsWith('${', at)) return { end: at + 2, opens: true }
  }
  return { end: text.length, opens: false }
}

/**
 * A source text with the contents of comments, strings, regular expressions and templates replaced by spaces. Lines and
 * columns stay; expressions inside templates stay too. Quotes of strings become `'`, so that an expression can be seen
 * to end in one.
 */
export function codeOf(text: string): string {
  let code = ''
  let at = 0
  // Brackets that are open; `true` for those of an expression inside a template.
  const open: boolean[] = []
  const skipTemplate = (from: number) => {
    const { end, opens } = endOfTemplatePart(text, from)
    if (opens) open.push(true)
    code += opens ? blank(text.slice(from, end)) : `${blank(text.slice(from, end - 1))}'`
    at = end
  }
  while (at < text.length) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    code += text.slice(at, found?.index)
    if (found === null) break
    const [token] = found
    at = found.index + token.length
    if (token === '{') open.push(false)
    if (token === '`') skipTemplate(at)
    else if (token === '}' && open.pop() === true) skipTemplate(at)
    else if (token === '{' || token === '}') code += token
    else if (token.startsWith('/') && !/^\/[/*]/.test(token) && !BEFORE_REGEX.test(code)) {
      code += '/'
      at = found.index + 1
    } else code += /^['"]/.test(token) ? `'${blank(token.slice(2))}'` : blank(token)
  }
  return code
}
