type Env = Record<string, string | undefined>
export interface StandaloneOptions {
  dataDir: string
  /** A PostgreSQL to use; an embedded one when left out. */
  databaseUrl: string | undefined
  gatewayPort: number
  sandboxPort: number
  env: Env
}
/** What is printed and written to `standalone.json` once everything is ready. */
export interface Report {
  gatewayUrl: string
  sandboxUrl: string
  dashboardUrl: string
  apiKey: string
  organizationId: string
  databaseUrl: string
  pids: {
    gateway: number
    worker: number
    sandbox: number
  }
}
export interface Standalone {
  report(): Report
  stop(): Promise<void>
}
/** Everything on one machine: database, migrations, sandbox, gateway and worker, each process started again when it dies. */
export declare function startStandalone(options: StandaloneOptions): Promise<Standalone>
//# sourceMappingURL=standalone.d.ts.map
