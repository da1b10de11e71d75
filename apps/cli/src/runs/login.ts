import { createClient } from '@carillon/client'
import { usualUrl } from '../access/access.ts'
import { writeLogin } from '../access/login-file.ts'
import { type Run, textOf } from '../invocation/invocation.ts'
import { UsageError } from '../usage-error.ts'

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Returns the URL of the gateway without a slash at the end. A path in it belongs to a proxy.
 * @param from the name of the option or variable that has the URL
 * @throws UsageError if it is not an http or https URL, or has a query, a fragment or a user name
 */
function gatewayUrl(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new UsageError(`${from} takes a URL such as https://carillon.example.com, not "${text}".`)
  }
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href
}

export const run: Run = async ({ values, env, io, places, signal }) => {
  const given = textOf(values, 'url')
  const url = gatewayUrl(
    given ?? (env['CARILLON_URL']?.trim() || usualUrl),
    given === undefined ? 'CARILLON_URL' : '--url',
  )
  const isPlain = url.startsWith('http:') && !loopback.includes(new URL(url).hostname)
  if (isPlain) io.say('This URL is not encrypted: others on the way can read the API key.')
  const typed = (await io.askHidden(`API key for ${url}: `)) ?? (await io.readAll())
  const apiKey = typed.trim()
  if (apiKey === '' || /\s/.test(apiKey)) {
    throw new UsageError('No API key was given. It is one word, on standard input or typed into the terminal.')
  }
  const key = await createClient({ baseUrl: url, apiKey }).keys.current({ signal })
  writeLogin(places.loginFile, { url, apiKey })
  io.say(`Stored in ${places.loginFile}.`)
  if (env['CARILLON_API_KEY']) io.say('CARILLON_API_KEY is set and goes before it.')
  io.print({ url, key })
  return undefined
}
