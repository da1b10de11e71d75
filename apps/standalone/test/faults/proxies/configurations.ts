/** Where a proxy listens in a test, and the gateways behind it. */
export interface Place {
  port: number
  /** Another free port, for what a configuration listens on besides. */
  sparePort: number
  /** Host and port of two gateways. */
  gateways: readonly [string, string]
  /** Paths of a certificate of localhost and of its key. */
  cert: string
  key: string
}

/** A piece of text that a file contains exactly once, and what takes its place. */
type Change = readonly [from: string, to: string]

export interface ProxyRow {
  program: string
  /** Its configuration below infra/. */
  file: string
  scheme: 'http' | 'https'
  /** Whether it reads `/readyz` of the gateways. */
  checksReadiness: boolean
  /** Milliseconds for which a GET waits if no gateway is ready, as while the only one is restarted; 0 if it does not wait. */
  waitsMs: number
  /** Whether every version sends a body to the other gateway if no connection to the first one could be made. */
  retriesBodies: boolean
  /** Milliseconds for which a gateway has to be ready before the next one may be ended, at most those of docs/upgrading.md. */
  readyMs: number
  /** IP addresses, host names, ports and certificates of the configuration, and those of a test. */
  changes(place: Place): readonly Change[]
  /** The text of a file that includes the configuration at a path, if the configuration is only a part of one. */
  main?(path: string): string
  /** The arguments that start the program with a file, in the foreground and in a folder of its own. */
  args(path: string): readonly string[]
}

const name = 'carillon.example.com'

const nginx: ProxyRow = {
  program: 'nginx',
  file: 'nginx.conf',
  scheme: 'https',
  checksReadiness: false,
  waitsMs: 0,
  retriesBodies: true,
  readyMs: 0,
  changes: ({ port, sparePort, gateways, cert, key }) => [
    [`listen 80;\n    server_name ${name};`, `listen 127.0.0.1:${sparePort};\n    server_name localhost;`],
    [
      `listen 443 ssl http2;\n    server_name ${name};`,
      `listen 127.0.0.1:${port} ssl http2;\n    server_name localhost;`,
    ],
    ['server 127.0.0.1:8080 max_fails=0;', gateways.map((gateway) => `server ${gateway} max_fails=0;`).join('\n    ')],
    [`/etc/letsencrypt/live/${name}/fullchain.pem`, cert],
    [`/etc/letsencrypt/live/${name}/privkey.pem`, key],
  ],
  main: (path) =>
    [
      'daemon off;',
      'pid nginx.pid;',
      'worker_processes auto;',
      'events {}',
      'http {',
      'access_log off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`),
      `include ${path};`,
      '}',
    ].join('\n'),
  args: (path) => ['-p', '.', '-e', 'stderr', '-c', path],
}

const caddy: ProxyRow = {
  program: 'caddy',
  file: 'Caddyfile',
  scheme: 'https',
  checksReadiness: true,
  waitsMs: 15_000,
  // Up to 2.11.1 it closes the body: https://github.com/caddyserver/caddy/issues/7546 (read 2026-11-26).
  retriesBodies: false,
  // Checks of one second are done side by side: that of a gateway that closes may end before that of one that is back.
  readyMs: 5_000,
  changes: ({ port, gateways, cert, key }) => [
    [`\n${name} {\n`, `\nhttps://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n`],
    ['reverse_proxy 127.0.0.1:8080 {', `reverse_proxy ${gateways.join(' ')} {`],
  ],
  main: (path) => `{\n\tadmin off\n\tauto_https off\n}\nimport ${path}\n`,
  args: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
}

/** A variable of HAProxy's configuration. */
const variable = (word: string) => `$\{${word}}`

const haproxy: ProxyRow = {
  program: 'haproxy',
  file: 'ha/haproxy.cfg',
  scheme: 'http',
  checksReadiness: true,
  waitsMs: 0,
  retriesBodies: true,
  readyMs: 0,
  changes: ({ port, sparePort, gateways: [a, b] }) => [
    [`bind "${variable('LISTEN')}:8080"`, `bind 127.0.0.1:${port}`],
    [`server a "${variable('GATEWAY_A')}:8080"`, `server a ${a}`],
    [`server b "${variable('GATEWAY_B')}:8080"`, `server b ${b}`],
    // The way to the database leads nowhere.
    [`bind "${variable('LISTEN')}:5432"`, `bind 127.0.0.1:${sparePort}`],
    [`server a "${variable('POSTGRES_A')}:5432"`, 'server a 127.0.0.1:9'],
    [`server b "${variable('POSTGRES_B')}:5432"`, 'server b 127.0.0.1:9'],
  ],
  args: (path) => ['-db', '-f', path],
}

/** The proxies whose configurations are in infra/. */
export const proxyRows = { haproxy, nginx, caddy }

export type ProxyName = keyof typeof proxyRows

/**
 * A configuration with changes made.
 * @throws Error if it does not contain each text exactly once: the file was changed, and its row was not
 */
export function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((result, [from, to]) => {
    const pieces = result.split(from)
    if (pieces.length !== 2) throw new Error(`the configuration contains ${pieces.length - 1} times: ${from}`)
    return pieces.join(to)
  }, text)
}
