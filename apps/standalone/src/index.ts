export { nodeFlags } from './node-flags.ts'
export { type Report, type Standalone, type StandaloneOptions, startStandalone } from './standalone.ts'
