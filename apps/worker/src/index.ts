export { yieldProcessor } from './priority.ts'
export { startWorker, type Worker, type WorkerOptions } from './worker.ts'
