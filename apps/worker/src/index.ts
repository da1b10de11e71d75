export { yieldProcessor } from './priority.ts'
export { startWorker, type Worker } from './worker.ts'
