import type { ServerResponse } from 'node:http'

/** The abort reason of a request whose client has closed the connection. */
export class ClientGone extends Error {}

export interface RequestSignal {
  /** Aborts if the client disconnects before the response is sent, if the deadline passes, and with `closing`. */
  readonly signal: AbortSignal
  /** Starts the deadline of `ms` milliseconds from now. Call it after the body has been received. */
  startDeadline(ms: number): void
}

/**
 * Creates the abort signal of a request. Its controller and timer are created on first use and released when the
 * response ends: `AbortSignal.timeout` would keep everything that refers to it in memory until the timeout.
 */
export function requestSignal(res: ServerResponse, closing: AbortSignal): RequestSignal {
  let ending: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  let deadline: number | undefined

  function startTimer(controller: AbortController): void {
    if (deadline === undefined || res.closed) return
    const expire = () => controller.abort(new DOMException('The time for the request is over.', 'TimeoutError'))
    timer = setTimeout(expire, Math.max(1, deadline - performance.now())).unref()
  }

  function begin(): AbortController {
    const controller = new AbortController()
    const gone = () =>
      controller.abort(new ClientGone('The client closed the connection before the response was sent.'))
    const close = () => controller.abort(closing.reason)
    if (closing.aborted) close()
    if (res.closed) {
      if (!res.writableFinished) gone()
      return controller
    }
    closing.addEventListener('abort', close, { once: true })
    res.once('close', () => {
      clearTimeout(timer)
      closing.removeEventListener('abort', close)
      if (!res.writableFinished) gone()
    })
    startTimer(controller)
    return controller
  }

  return {
    get signal() {
      ending ??= begin()
      return ending.signal
    },
    startDeadline(ms) {
      deadline = performance.now() + ms
      if (ending) startTimer(ending)
    },
  }
}
