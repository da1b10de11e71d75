const notice = '<!-- Written by scripts/write-reference.ts from the tables; change those. -->'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** Builds a Markdown table; `|` and line breaks in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

/** Builds a generated Markdown page from paragraphs, headings and tables, with the notice that a script writes it. */
export const page = (...parts: readonly string[]) => `${[notice, ...parts].join('\n\n')}\n`
