import { isPlatform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { lastingSignal } from '../request-signal.ts'
import { stateOf } from '../request-state.ts'
import { readBrowser, setBrowserCookie } from './browser-cookie.ts'
import { sendEnding, sendFailurePage } from './ending.ts'

const maxParameters = 16

/**
 * Returns the first 16 query parameters that the network sent. A repeated parameter is ambiguous and therefore omitted.
 */
function parametersOf(url: string): Record<string, string> {
  const sent = new URL(url, 'http://callback.invalid').searchParams
  const byName = [...Map.groupBy(sent, ([name]) => name)].slice(0, maxParameters)
  return Object.fromEntries(byName.flatMap(([, pairs]) => (pairs.length === 1 ? pairs : [])))
}

/**
 * Handles the redirect of a user's browser from a network after the authorization: connects the account and redirects
 * the browser to the next page, such as the client's `redirectUrl`, or shows a page with the outcome or the error. If
 * the user leaves or reloads the page meanwhile, the account is still connected.
 */
export function oauthCallback(backend: Backend): RequestHandler {
  return async (req, res) => {
    const { platform } = req.params
    try {
      if (!isPlatform(platform)) throw new ServiceError('route_not_found', 'The page does not exist.')
      const parameters = parametersOf(req.url)
      const { requestId } = stateOf(req)
      const browser = readBrowser(req, backend)
      const ending = await backend.service.completeConnection(backend.context, {
        platform,
        parameters,
        browser,
        requestId,
        signal: lastingSignal(backend),
      })
      if (ending.browser !== undefined) setBrowserCookie(res, ending.browser, backend)
      sendEnding(res, ending)
    } catch (thrown) {
      sendFailurePage(req, res, { thrown, backend })
    }
  }
}
