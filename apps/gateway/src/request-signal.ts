import type { ServerResponse } from 'node:http'

/** The abort reason of a request whose client has closed the connection. */
export class ClientGone extends Error {}

/**
 * The abort signal of a request. It aborts if the client disconnects before the response is sent, with `closing`, and
 * when the deadline passes, once `startDeadline` has set one. Its controller and timer are created on first use. When
 * the response ends, the timer is cleared and `closing` no longer refers to the controller: `AbortSignal.timeout` would
 * keep everything that refers to it in memory until the timeout.
 *
 * A class, because V8 keeps a getter of an object literal, with everything that it refers to, until the next full
 * collection: the whole request would outlive many collections of the young generation.
 */
export class RequestSignal {
  readonly #res: ServerResponse
  readonly #closing: AbortSignal
  #controller: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #deadline: number | undefined

  constructor(res: ServerResponse, closing: AbortSignal) {
    this.#res = res
    this.#closing = closing
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#begin()
    return this.#controller.signal
  }

  /**
   * Sets the deadline to `ms` milliseconds from now, in place of an earlier one. Call it after the body has been
   * received.
   */
  startDeadline(ms: number): void {
    this.#deadline = performance.now() + ms
    if (this.#controller) this.#startTimer(this.#controller)
  }

  #startTimer(controller: AbortController): void {
    clearTimeout(this.#timer)
    if (this.#deadline === undefined || this.#res.closed) return
    const expire = () => controller.abort(new DOMException('The time for the request is over.', 'TimeoutError'))
    this.#timer = setTimeout(expire, Math.max(1, this.#deadline - performance.now())).unref()
  }

  #begin(): AbortController {
    const [res, closing] = [this.#res, this.#closing]
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
      clearTimeout(this.#timer)
      closing.removeEventListener('abort', close)
      if (!res.writableFinished) gone()
    })
    this.#startTimer(controller)
    return controller
  }
}

/**
 * The property `signal` that `addSignal` defines. All requests share its getter, for the reason given at
 * `RequestSignal`.
 */
const lazySignal = {
  enumerable: true,
  get(this: { ending: RequestSignal }): AbortSignal {
    return this.ending.signal
  },
}

/**
 * Adds the property `signal` to `request`. It aborts if the client disconnects, at the deadline, or when the gateway
 * closes. It is created when it is first read, as most use cases never read it.
 */
export function addSignal(
  request: object & { ending: RequestSignal },
): asserts request is typeof request & { readonly signal: AbortSignal } {
  Object.defineProperty(request, 'signal', lazySignal)
}

/**
 * Returns a signal for work that continues when its client disconnects, because it cannot be repeated, such as the
 * exchange of an authorization code. It aborts after `deadlineMs` milliseconds, and with `closing`.
 */
export function lastingSignal({ closing, deadlineMs }: { closing: AbortSignal; deadlineMs: number }): AbortSignal {
  return AbortSignal.any([closing, AbortSignal.timeout(deadlineMs)])
}
