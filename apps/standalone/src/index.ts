export { nodeFlags } from './node-flags.ts'
