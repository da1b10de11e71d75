export { freePort } from './free-port.ts'
export { nodeFlags } from './node-flags.ts'
