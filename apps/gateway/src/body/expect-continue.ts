import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakSet<IncomingMessage>()

/**
 * Records that a client waits for `100 Continue` before it sends its body. Call it when the server emits
 * `checkContinue`.
 */
export function noteExpectation(req: IncomingMessage): void {
  waiting.add(req)
}

/**
 * Sends `100 Continue` if `noteExpectation` has recorded that the client waits for it; otherwise does nothing. Call it
 * when the headers have passed all checks, before the body is read.
 */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue()
}
