import type { Access } from '../invocation/access.ts'
import { httpUrl } from './http-url.ts'
import { readLogin } from './login-file.ts'

/** Thrown if neither the environment nor the login file has an API key. */
export class NotLoggedInError extends Error {
  override readonly name = 'NotLoggedInError'
}

export const usualUrl = 'http://127.0.0.1:8080'

/**
 * Returns the URL of the service and the API key. Each is taken from `CARILLON_URL` and `CARILLON_API_KEY` or, if that
 * is not set, from the file that `carillon login` has stored. The default URL is `http://127.0.0.1:8080`.
 * @throws NotLoggedInError if there is no API key; UsageError if the URL is not an http or https URL; Error if the file
 *   has to be read and is not a login
 */
export function accessOf(env: Readonly<Record<string, string | undefined>>, loginFile: string): Access {
  const [key, given] = [env['CARILLON_API_KEY']?.trim() || undefined, env['CARILLON_URL']?.trim() || undefined]
  const login = key !== undefined && given !== undefined ? null : readLogin(loginFile)
  const apiKey = key ?? login?.apiKey
  if (apiKey === undefined) {
    throw new NotLoggedInError('There is no API key. Run `carillon login`, or set CARILLON_API_KEY and CARILLON_URL.')
  }
  const url = given ?? (login?.url || usualUrl)
  const from = given === undefined ? `The \`url\` in ${loginFile}` : 'CARILLON_URL'
  httpUrl(url, { from, example: 'https://carillon.example.com' })
  return { url, apiKey, source: key === undefined ? 'login file' : 'environment' }
}
