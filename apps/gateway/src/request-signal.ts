import type { ServerResponse } from 'node:http'

/** Why a request was aborted: its client has closed the connection. */
export class ClientGone extends Error {}

export interface RequestSignal {
  /**
   * Aborts when the caller goes away before the response is sent, when the time for the work is over, and with
   * `closing`.
   */
  readonly signal: AbortSignal
  /** Starts the deadline now: the time for reading the body does not count. */
  startDeadline(ms: number): void
}

/**
 * The abort signal of a request, with one controller and one timer. They are created on first use and released when the
 * response ends. `AbortSignal.timeout` would keep everything that refers to it in memory until the timeout.
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
