import type { Request, Response } from 'express'
import { escapeHtml, renderPage } from '../../html.ts'
import { formOf, queryOf } from '../../meta/login/dialog.ts'
import type { Host } from '../call.ts'
import {
  cancelSignup,
  failSignup,
  finishSignup,
  NotAvailableError,
  NUMBER_CHOICES,
  readNumberChoice,
  type SignupResult,
} from './finish.ts'

/** The `version` in the events of the sign-up. Meta's page shows 3 and mentions newer versions without listing them. */
const SESSION_VERSION = '4'
/** The time in ms between two messages of the pop-up, so that they arrive in the order in which they are sent. */
const GAP_MS = 300

interface Opened {
  /** The origin of the page that opened the pop-up. */
  origin: string
  /** The id by which the SDK script recognizes the pop-up that it opened. */
  cb: string
}

class PopupError extends Error {}

function isShown(error: unknown): error is Error {
  return [PopupError, NotAvailableError, RangeError].some((kind) => error instanceof kind)
}

function readOpened({ app }: Host, query: URLSearchParams): Opened {
  if (query.get('client_id') !== app.id) throw new PopupError('Invalid App ID')
  if (query.get('config_id') !== app.configId) {
    throw new PopupError('It looks like this app isn’t available: there is no such configuration')
  }
  if (query.get('response_type') !== 'code' || query.get('override_default_response_type') !== 'true') {
    throw new PopupError('This configuration returns a code: response_type is code')
  }
  const origin = query.get('origin') ?? ''
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new PopupError('Unknown origin')
  return { origin, cb: query.get('cb') ?? '' }
}

function radio(name: string, values: readonly string[], label: (value: string) => string = (value) => value): string {
  return values
    .map((value, index) => {
      const checked = index === 0 ? ' checked' : ''
      return `<label><input type="radio" name="${name}" value="${escapeHtml(value)}"${checked}> ${escapeHtml(label(value))}</label>`
    })
    .join('')
}

function renderQuestion({ state, app }: Host): string {
  const businesses = [...state.businesses.values()]
  const named = (handle: string) => `${businesses.find((one) => one.handle === handle)?.name} (${handle})`
  return renderPage(
    'WhatsApp sign-up',
    `<h1>WhatsApp</h1><p>${escapeHtml(app.name)} would like to send messages for your business.</p>
<form method="post"><fieldset><legend>Your business</legend>${radio(
      'as',
      businesses.map(({ handle }) => handle),
      named,
    )}</fieldset><fieldset><legend>Phone number</legend>${radio('number', NUMBER_CHOICES)}</fieldset>
<fieldset><legend>What the page hears first</legend>${radio('first', ['ids', 'code'])}</fieldset>
<button name="decision" value="approve">Finish</button><button name="decision" value="deny">Cancel</button>
<button name="decision" value="error">Report an error</button></form>`,
  )
}

function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Renders the last page of the pop-up. It sends three messages to the page that opened the pop-up: first an unrelated
 * one, as the SDK does, then the ids and the code, or the code first (`codeFirst`). Then it closes itself.
 */
function renderReport(result: SignupResult, { origin, cb }: Opened, codeFirst: boolean): string {
  const { event, code, data } = result
  const session = JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', event, version: SESSION_VERSION, data })
  const authResponse = code === null ? null : { code, userID: null, expiresIn: null }
  const response = { authResponse, status: code === null ? 'unknown' : 'connected' }
  const reports = [session, { sandboxLogin: cb, response }]
  const messages = ['cb=f0&domain=localhost&is_canvas=false', ...(codeFirst ? reports.reverse() : reports)]
  return renderPage(
    'WhatsApp sign-up',
    `<p>Done. This window closes.</p><script>
${json(messages)}.forEach((message, index) => setTimeout(() => opener?.postMessage(message, ${json(origin)}), index * ${GAP_MS}))
setTimeout(() => close(), ${GAP_MS * 4})
</script>`,
  )
}

function resultOf({ state }: Host, form: URLSearchParams): SignupResult {
  const decision = form.get('decision')
  if (decision === 'deny') return cancelSignup()
  if (decision === 'error') return failSignup(state)
  const number = readNumberChoice(form.get('number') ?? undefined)
  return finishSignup(state, { handle: form.get('as') ?? undefined, number })
}

/**
 * Builds the handler of the pop-up that `FB.login` opens, on which the user selects business, number and outcome. An
 * invalid request gets an error page with status 400.
 */
export function servePopup(host: Host): (request: Request, response: Response) => void {
  return (request, response) => {
    response.type('html')
    try {
      const opened = readOpened(host, queryOf(request))
      if (request.method === 'GET') return void response.send(renderQuestion(host))
      const form = formOf(request)
      response.send(renderReport(resultOf(host, form), opened, form.get('first') === 'code'))
    } catch (error) {
      if (!isShown(error)) throw error
      response.status(400).send(renderPage('Sorry', `<h1>Sorry</h1><p>${escapeHtml(error.message)}</p>`))
    }
  }
}
