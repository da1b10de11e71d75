export { buildNodes } from './build-nodes.ts'
