import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakSet<IncomingMessage>()

/** Notes a client that sends its body only once it was told to. */
export function noteExpectation(req: IncomingMessage): void {
  waiting.add(req)
}

/** Lets such a client begin; to be called when everything that can be refused by the head alone was not. */
export function letBodyCome(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue()
}
