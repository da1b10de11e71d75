const SHORT_ESCAPES: Readonly<Record<string, number>> = {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
}

/** Reads one JSON escape, fed a byte at a time after its backslash, so that chunks may end inside it. */
export class EscapeReader {
  #text = ''
  active = false

  begin(): void {
    this.active = true
    this.#text = ''
  }

  /** The character's UTF-16 code once the escape is whole, `undefined` before, `null` when it is no escape. */
  feed(byte: number): number | null | undefined {
    this.#text += String.fromCharCode(byte)
    const code = this.#read()
    if (code !== undefined) this.active = false
    return code
  }

  #read(): number | null | undefined {
    const text = this.#text
    if (text[0] !== 'u') return SHORT_ESCAPES[text] ?? null
    if (!/^u[0-9a-fA-F]{0,4}$/.test(text)) return null
    return text.length === 5 ? Number.parseInt(text.slice(1), 16) : undefined
  }
}
