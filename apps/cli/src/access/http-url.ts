import { UsageError } from '../usage-error.ts'

/**
 * Returns `text` if it is an http or https URL. Without its scheme, localhost:3000 is a URL as well, but not one of
 * these.
 * @param from the name of the option or variable that has the URL
 * @param example a URL that the message of the error shows
 * @throws UsageError if it is not
 */
export function httpUrl(text: string, { from, example }: { from: string; example: string }): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text
  throw new UsageError(`${from} takes a URL such as ${example}, not "${text}".`)
}
