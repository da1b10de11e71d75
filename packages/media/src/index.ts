export { type JsonBody, type ReadJsonOptions, readJson } from './intake/read-json.ts'
export { discardStaged, StagedBlob } from './intake/staged-blob.ts'
