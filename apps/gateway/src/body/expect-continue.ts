import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakSet<IncomingMessage>()

/** Notes a client that sends its body only after `100 Continue`. */
export function noteExpectation(req: IncomingMessage): void {
  waiting.add(req)
}

/** Lets such a client begin; to be called once nothing in the headers is left to reject. */
export function letBodyCome(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue()
}
