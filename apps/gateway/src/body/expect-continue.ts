import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakSet<IncomingMessage>()

/** Records that a client waits for `100 Continue` before it sends its body. */
export function noteExpectation(req: IncomingMessage): void {
  waiting.add(req)
}

/** Sends `100 Continue` if the client waits for it. Call it when the headers have passed all checks. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue()
}
