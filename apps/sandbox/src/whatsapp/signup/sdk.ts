import type { Request, Response } from 'express'

/**
 * Builds a script with the parts of Meta's JavaScript SDK that Embedded Signup uses: `FB.init` and `FB.login`. The code
 * arrives through the callback of `FB.login`, the ids through a `message` event of the window, in either order.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read
 * 2026-11-20)
 */
function script(baseUrl: string): string {
  return `(() => {
  const base = ${JSON.stringify(baseUrl)}
  let settings = null
  let logins = 0
  function login(callback, options) {
    if (settings === null) throw new Error('FB.login() called before FB.init().')
    const id = String(++logins)
    const query = new URLSearchParams({
      client_id: settings.appId, config_id: options?.config_id ?? '', response_type: options?.response_type ?? '',
      override_default_response_type: String(options?.override_default_response_type ?? false),
      extras: JSON.stringify(options?.extras ?? {}), origin: location.origin, cb: id, display: 'popup',
    })
    const popup = window.open(base + '/' + settings.version + '/dialog/oauth?' + query, '_blank', 'popup,width=640,height=720')
    let answered = false
    const answer = (response) => {
      if (answered) return
      answered = true
      clearInterval(watching)
      removeEventListener('message', listen)
      callback?.(response)
    }
    const listen = ({ origin, data }) => {
      if (origin === new URL(base).origin && data?.sandboxLogin === id) answer(data.response)
    }
    const watching = setInterval(() => {
      if (popup === null || popup.closed) setTimeout(() => answer({ authResponse: null, status: 'unknown' }), 500)
    }, 300)
    addEventListener('message', listen)
  }
  window.FB = {
    init(options) { settings = { version: 'v25.0', ...options } },
    login,
    getLoginStatus(callback) { callback({ authResponse: null, status: 'unknown' }) },
  }
  window.fbAsyncInit?.()
})()
`
}

/**
 * Builds the handler that serves the simulated JavaScript SDK of Meta, with `FB.init` and `FB.login`. `baseUrl` is the
 * URL below which the sandbox serves the pop-up that `FB.login` opens. The locale in the script's path has no effect.
 */
export function serveSdk(baseUrl: string): (request: Request, response: Response) => void {
  const text = script(baseUrl)
  return (_request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    response.type('text/javascript').send(text)
  }
}
