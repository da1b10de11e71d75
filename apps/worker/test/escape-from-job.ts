// Preloaded into a worker: one error escapes from what sends the first statement with the value of ESCAPE_AT.
import { createRequire } from 'node:module'
import { inspect } from 'node:util'

const { Client } = createRequire(import.meta.resolve('@carillon/database'))('pg')
const marker = process.env['ESCAPE_AT'] ?? ''
const { query } = Client.prototype
let escaped = false

Client.prototype.query = function escaping(this: unknown, ...args: unknown[]) {
  if (!escaped && inspect(args).includes(marker)) {
    escaped = true
    setImmediate(() => {
      throw new Error('escaped')
    })
  }
  return Reflect.apply(query, this, args)
}
