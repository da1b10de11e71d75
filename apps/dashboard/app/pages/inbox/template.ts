/** The text of a template with its placeholders filled: `{{1}}` is the first value. Empty values keep their placeholder. */
export function filledTemplate(text: string, values: readonly string[]): string {
  return text.replaceAll(/\{\{(\d+)\}\}/g, (placeholder, number: string) => values[Number(number) - 1] || placeholder)
}

/** How many placeholders a template's text has: the largest of their numbers. */
export function placeholdersIn(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number)))
}
