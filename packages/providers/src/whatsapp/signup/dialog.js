// The page on which a business connects its WhatsApp number: opens Meta's dialog and posts what the dialog reports. The
// code and the ids arrive by two ways, in any order. See
// https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read
// 2026-11-20) and https://github.com/fbsamples/business-messaging-sample-tech-provider-app (read 2026-11-23) for the
// hosts that report.
const root = document.getElementById('signup')
const button = document.getElementById('open')
const notice = document.getElementById('notice')
const { appId, configId, version, origin, session } = root.dataset

/** The time in ms to wait for the second part; the code works for 30 seconds. */
const secondPartMs = 10_000

let code = null
let report = null
let isPosted = false
let waiting

function say(text) {
  notice.textContent = text
}

function startOver(text) {
  code = null
  report = null
  button.disabled = false
  say(text)
}

async function post(body) {
  if (isPosted) return
  isPosted = true
  clearTimeout(waiting)
  button.hidden = true
  say('One moment: the number is being connected.')
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const result = await response.json()
    if (!response.ok) say(result.error.message)
    else if (result.redirectUrl !== null) location.assign(result.redirectUrl)
    else if (result.status === 'completed') say('The account is connected. You can close this window.')
    else if (result.status === 'pending')
      say('WhatsApp does not respond. The account will be connected as soon as it does; you can close this window.')
    else say('The account was not connected. You can close this window and start again.')
  } catch {
    say('The service could not be reached. Start connecting the account again.')
  }
}

/** Posts once there is all that the event comes with: an end without success has no code. */
function postWhenComplete() {
  if (report === null) return
  const isFinished = report.event.startsWith('FINISH')
  if (isFinished && code === null) return
  post({ session, event: report.event, code, data: report.data }).catch(() => {
    say('The response could not be shown. Start connecting the account again.')
  })
}

function waitForSecondPart() {
  clearTimeout(waiting)
  waiting = setTimeout(() => {
    if (!isPosted) startOver('WhatsApp did not report how the sign-up ended. Try again.')
  }, secondPartMs)
}

/** The report of the dialog; null for other messages, of which the windows of the platform send several. */
function readReport(data) {
  if (typeof data !== 'string') return null
  try {
    const message = JSON.parse(data)
    if (message?.type !== 'WA_EMBEDDED_SIGNUP' || typeof message.event !== 'string') return null
    return { event: message.event, data: message.data ?? {} }
  } catch {
    return null
  }
}

/**
 * Whether an origin is a host of Facebook: over https, on its own port, `facebook.com` or a host below it. The dialog
 * reports from `web.facebook.com` or `business.facebook.com` for users whose Facebook runs there.
 */
function isFacebook(text) {
  const url = URL.canParse(text) ? new URL(text) : null
  // An origin has no user, path or query: a URL with one of these is not an origin, even if its host matches.
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.origin !== text) return false
  return url.hostname.split('.').slice(-2).join('.') === 'facebook.com'
}

/** Only where the configured dialog is Facebook's own do Facebook's other hosts report. */
function isTrusted(from) {
  return from === origin || (isFacebook(origin) && isFacebook(from))
}

addEventListener('message', (message) => {
  if (!isTrusted(message.origin)) return
  const found = readReport(message.data)
  if (found === null) return
  report = found
  waitForSecondPart()
  postWhenComplete()
})

function onLogin(response) {
  code = response?.authResponse?.code ?? null
  if (code === null) {
    if (report === null) startOver('The sign-up was not finished. Try again, or close this window.')
    return
  }
  waitForSecondPart()
  postWhenComplete()
}

button.addEventListener('click', () => {
  button.disabled = true
  say('Continue in the window of WhatsApp.')
  window.FB.login(onLogin, {
    config_id: configId,
    response_type: 'code',
    override_default_response_type: true,
    extras: { setup: {} },
  })
})

window.fbAsyncInit = () => {
  window.FB.init({ appId, version, cookie: false, xfbml: false })
  button.disabled = false
  say('')
}
