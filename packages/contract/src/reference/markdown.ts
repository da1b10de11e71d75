const notice = '<!-- Written by scripts/write-reference.ts from the tables; change those. -->'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** A page whose parts are paragraphs, headings and tables. */
export const page = (...parts: readonly string[]) => `${[notice, ...parts].join('\n\n')}\n`
