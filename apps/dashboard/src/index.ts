export { dashboardFolder } from './folder.ts'
