import { ownPort } from '@carillon/testkit'
import { type Cluster, type ClusterOptions, startCluster } from '../cluster.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'
import { scaledRules } from './scaled-rules.ts'

export interface WatchedCluster {
  cluster: Cluster
  prometheus: Prometheus
  close(): Promise<void>
}

interface WatchedOptions extends ClusterOptions {
  /** By how much faster time runs for the rules. */
  factor: number
  scrapeSeconds: number
}

const hostOf = (url: unknown): string => new URL(String(url)).host

/** An installation whose processes a Prometheus scrapes, with the rules of `infra/observability`. */
export async function startWatched({ factor, scrapeSeconds, ...options }: WatchedOptions): Promise<WatchedCluster> {
  const ports = await Promise.all(Array.from({ length: options.workers }, () => ownPort()))
  const { memberEnv = (env) => env } = options
  const cluster = await startCluster({
    ...options,
    memberEnv(common, name) {
      const env = memberEnv(common, name)
      // A worker that is started again has to be found at the same port.
      const [, index] = /^worker-(\d+)$/.exec(name) ?? []
      return index === undefined ? env : { ...env, WORKER_PORT: String(ports[Number(index)]) }
    },
  })
  try {
    const prometheus = await startPrometheus({
      ...{ dir: cluster.dir, rules: scaledRules(factor), scrapeSeconds, evaluationSeconds: Math.min(scrapeSeconds, 5) },
      targets: {
        'carillon-gateway': cluster.gateways.map((gateway) => hostOf(gateway.ready()['url'])),
        'carillon-worker': ports.map((port) => `127.0.0.1:${port}`),
      },
    })
    return {
      cluster,
      prometheus,
      async close() {
        await prometheus.stop()
        await cluster.close()
      },
    }
  } catch (error) {
    await cluster.close()
    throw error
  }
}
