import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags } from '@carillon/standalone'
import { expect } from 'chai'
import { parse } from 'yaml'
import { read, readYaml, root, settingNames, type Yaml } from './files.ts'

const folder = 'infra/ha'

describe('infra/ha', () => {
  const compose = readYaml(`${folder}/compose.yaml`)
  const services: [string, Yaml][] = Object.entries(compose.services)
  const running = (image: string) => services.filter(([, service]) => service.image.startsWith(`${image}:`))
  const start = read(`${folder}/start.sh`)
  const script = read(`${folder}/processes.sh`)
  /** Services that run a command and end. */
  const commands = ['migrate', 'admin']

  it('has two of each, and three members of etcd', () => {
    expect(services.map(([name]) => name)).to.have.members(
      ['etcd-1', 'etcd-2', 'etcd-3', 'postgres-a', 'postgres-b', 'haproxy', 'pgbouncer', 'migrate', 'admin'].concat([
        'gateway-a',
        'gateway-b',
        'worker-a',
        'worker-b',
      ]),
    )
    const hosts = [...script.matchAll(/\[([a-z]+-?[a-z0-9]?)\]=\$net/g)].map(([, name]) => name)
    expect(hosts).to.have.members(services.map(([name]) => name).filter((name) => !commands.includes(name)))
  })

  it('sets what exists', () => {
    const known = settingNames()
    for (const [name, { environment }] of running('carillon')) {
      expect(
        Object.keys(environment).filter((setting) => !known.has(setting)),
        name,
      ).to.deep.equal([])
    }
    const [, body = ''] = /\ncarillon_environment\(\) \{\n([\s\S]*?)\n\}/.exec(script) ?? []
    const exported = [...body.matchAll(/echo "([A-Z_0-9]+)=/g)].map(([, name = '']) => name)
    expect(exported).to.include('DATABASE_SESSION_URL')
    expect(exported.filter((name) => !known.has(name))).to.deep.equal([])
  })

  it('gives each program of the database what start.sh reads', () => {
    const inBranch = (program: string) => new RegExp(`\\n  ${program}\\)\\n([\\s\\S]*?);;`).exec(start)?.[1] ?? ''
    const reads = (text: string) => [...text.matchAll(/\$(?:\{)?([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name)
    const passwords = (text: string) => [...text.matchAll(/\(password ([A-Z_]+)\)/g)].map(([, name]) => `${name}_FILE`)
    const inConfiguration = { haproxy: reads(read(`${folder}/haproxy.cfg`)) }
    for (const [name, { command, environment }] of running('carillon-database')) {
      const program: string = command[0]
      const branch = inBranch(program)
      const more = Object.entries(inConfiguration).flatMap(([each, names]) => (each === program ? names : []))
      const needed = [...reads(branch), ...passwords(branch), ...more, 'DATA', 'LISTEN']
      const own = ['DATABASE_PASSWORD', 'PATH']
      const missing = needed.filter((setting) => !own.includes(setting) && environment[setting] === undefined)
      expect(missing, name).to.deep.equal([])
    }
  })

  it('hardens every service, and hands secrets over as files', () => {
    for (const [name, service] of services) {
      expect(service, name).to.deep.include({ read_only: true, cap_drop: ['ALL'] })
      for (const secret of service.secrets ?? []) expect(compose.secrets, name).to.have.property(secret)
      for (const [setting, path] of Object.entries(service.environment)) {
        if (String(path).startsWith('/run/secrets/')) {
          expect(setting.endsWith('_FILE'), setting).to.equal(true)
          expect(service.secrets, name).to.include(String(path).replace('/run/secrets/', ''))
        }
      }
    }
    expect(compose.networks.inside.internal).to.equal(true)
    const open = services.flatMap(([, { ports = [] }]) => ports)
    expect(open).to.deep.equal(['127.0.0.1:8080:8080'])
  })

  it('runs Node as `npm start` does, and the versions of the workspace', () => {
    const { version } = JSON.parse(read('package.json'))
    const node = readYaml('infra/compose.yaml').services.migrate.build.args.NODE_IMAGE
    for (const [name, { image, build, command }] of running('carillon')) {
      expect([image, build?.args.NODE_IMAGE ?? node], name).to.deep.equal([`carillon:${version}`, node])
      const app = name.startsWith('worker') ? 'worker' : 'gateway'
      if (commands.includes(name)) continue
      expect(['--max-semi-space-size=8', '--no-allocation-site-pretenuring', ...command]).to.deep.equal([
        ...nodeFlags[app],
        `apps/${app}/dist/main.js`,
      ])
    }
  })

  it('loses nothing, and returns as soon as the database does', () => {
    expect(parse(read(`${folder}/patroni.yaml`)).bootstrap.dcs.synchronous_mode).to.equal(true)
    for (const [, { environment }] of running('carillon')) {
      expect(environment.DATABASE_FAILOVER).to.equal('synchronous')
    }
    expect(read(`${folder}/pgbouncer.ini`)).to.match(/^server_login_retry = 1$/m)
    expect(read(`${folder}/haproxy.cfg`)).to.contain('on-marked-down shutdown-sessions')
  })

  it('waits in HAProxy as long as any proxy has to', () => {
    const [, seconds = ''] = /above (\d+) s/.exec(read('docs/deploying.md')) ?? []
    const [, backend = ''] = read(`${folder}/haproxy.cfg`).split('\nbackend gateways')
    expect(Number(/timeout server (\d+)s/.exec(backend)?.[1])).to.be.greaterThan(Number(seconds))
    expect(read(`${folder}/haproxy.cfg`)).to.contain('deny_status 404 if { path /metrics }')
  })

  it('uses a gateway that is back before it leaves the next one', () => {
    const [, backend = ''] = read(`${folder}/haproxy.cfg`).split('\nbackend gateways')
    const [, inter, downinter, fall, rise] =
      /inter (\d+)s downinter (\d+)ms fall (\d+) rise (\d+)/.exec(backend)?.map(Number) ?? []
    const leavesAfterMs = (Number(fall) - 1) * Number(inter) * 1_000
    expect(leavesAfterMs).to.be.greaterThan(2 * Number(downinter) * Number(rise))
    // The gateway serves requests until it has been left.
    const [, drainMs = ''] = /drainMs: ([\d_]+)/.exec(read('apps/gateway/src/main.ts')) ?? []
    expect(Number(drainMs.replace('_', ''))).to.be.greaterThan(leavesAfterMs + Number(inter) * 1_000)
  })

  it('is accepted by the shell and by HAProxy', function () {
    for (const name of readdirSync(join(root, folder)).filter((each) => each.endsWith('.sh'))) {
      const shell = read(`${folder}/${name}`).startsWith('#!/bin/bash') ? 'bash' : 'sh'
      expect(String(spawnSync(shell, ['-n', join(root, folder, name)]).stderr), name).to.equal('')
    }
    const hosts = { LISTEN: '127.0.0.1', POSTGRES_A: 'a', POSTGRES_B: 'b', GATEWAY_A: 'c', GATEWAY_B: 'd' }
    const env = { ...process.env, ...hosts }
    const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', join(root, folder, 'haproxy.cfg')], { env })
    if (error) this.skip()
    expect(status, String(stderr)).to.equal(0)
  })
})
