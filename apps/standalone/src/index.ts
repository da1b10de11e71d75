export { freePort } from './free-port.ts'
export { bundledEnv, nodeFlags } from './node-flags.ts'
