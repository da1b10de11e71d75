/** Returns the relative luminance of a colour channel (0 to 255). */
function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/**
 * Whether white text has more contrast on a colour than black text. The better of the two has at least 4.58:1.
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio (read 2026-11-25)
 */
function takesWhite(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)))
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05
}

/**
 * Returns the CSS of buttons in a colour such as `#1a5fb4`, with black or white text; empty if the string is not a
 * colour.
 */
export function buttonStyle(color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return ''
  return `button { background: ${color}; color: ${takesWhite(color) ? '#fff' : '#000'}; border: 1px solid light-dark(#0003, #fff5) }\n`
}
