export interface ChildOptions {
  name: string
  /** The script that it runs. */
  script: string
  env: Record<string, string | undefined>
  /** Told of every process id it gets: the first one, and those after it was started again. */
  onStart(pid: number): void
}
export interface Child {
  /** What it said when it was ready. */
  ready: Record<string, unknown>
  stop(): Promise<void>
}
/** Runs a process and starts it again whenever it ends by itself; resolves once it is ready for the first time. */
export declare function superviseChild(options: ChildOptions): Promise<Child>
//# sourceMappingURL=child.d.ts.map
