import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { metricRows } from '@carillon/service'
import { nodeFlags } from '@carillon/standalone'
import { expect } from 'chai'
import { type Manifest, manifestsBelow, read, readYaml, root, settingNames, type Yaml } from './files.ts'
import { schemaErrors } from './published-schemas.ts'

const folder = 'infra/kubernetes'

describe('infra/kubernetes', () => {
  const all = manifestsBelow(folder)
  const isKustomization = ({ document }: Manifest) => document.kind === 'Kustomization'
  const manifests = all.filter((manifest) => !isKustomization(manifest))
  const named = (kind: string, name: string): Yaml =>
    manifests.find(({ document }) => document.kind === kind && document.metadata.name === name)?.document ??
    expect.fail(`there is no ${kind} ${name}`)
  const deployments = ['gateway', 'worker'].map((app) => named('Deployment', `carillon-${app}`))
  const pods = [...deployments, named('Job', 'carillon-migrate')].map(({ spec }) => spec.template.spec)

  it('has the fields and values of the published schemas', async function () {
    this.timeout(120_000)
    expect(manifests.length).to.be.greaterThan(10)
    expect(await schemaErrors(manifests)).to.deep.equal([])
  })

  it('is checked for fields that do not exist, and for wrong values', async function () {
    this.timeout(120_000)
    const broken: Manifest[] = manifests.map((manifest) => structuredClone(manifest))
    for (const { document } of broken) {
      if (document.kind === 'Deployment') document.spec.template.spec.terminationGracePeriod = 40
      if (document.kind === 'Cluster') document.spec.postgresql.synchronous.methods = 'any'
      if (document.kind === 'ScaledObject') document.spec.triggers[0].type = 7
    }
    const errors = await schemaErrors(broken)
    expect(errors.filter((error) => error.includes('terminationGracePeriod'))).to.have.length(2)
    expect(errors.filter((error) => error.includes('"methods"'))).to.have.length(1)
    expect(errors.filter((error) => error.includes('ScaledObject'))).not.to.have.length(0)
  })

  it('lists every file in the kustomization of its folder', () => {
    for (const { path, document } of all.filter(isKustomization)) {
      const own = readdirSync(join(root, dirname(path))).filter((name) => name !== 'kustomization.yaml')
      expect(document.resources.filter((name: string) => !name.startsWith('../'))).to.have.members(own)
      expect(document.namespace).to.equal('carillon')
    }
  })

  it('is built by kustomize', function () {
    const { error } = spawnSync('kubectl', ['version', '--client'])
    // Skipped on machines without kubectl; the schemas are checked there as well.
    if (error) this.skip()
    for (const name of readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )) {
      const built = execFileSync('kubectl', ['kustomize', join(root, folder, name.name)], { encoding: 'utf8' })
      expect(built).to.contain('namespace: carillon')
    }
  })

  it('sets what exists', () => {
    const known = settingNames()
    const given = pods.flatMap(({ containers }) => containers[0].env.map(({ name }: Yaml) => name))
    const others = ['DATABASE_USER', 'DATABASE_PASSWORD']
    const names = [...given, ...Object.keys(named('ConfigMap', 'carillon').data)]
    expect(names.filter((name) => !known.has(name) && !others.includes(name))).to.deep.equal([])
  })

  it('runs Node as `npm start` does', () => {
    const [entry = ''] = read('infra/Dockerfile').match(/^ENTRYPOINT .*$/m) ?? []
    const flags: string[] = JSON.parse(entry.replace('ENTRYPOINT ', '')).slice(1)
    for (const app of ['gateway', 'worker'] as const) {
      const [{ args }] = named('Deployment', `carillon-${app}`).spec.template.spec.containers
      expect([...flags, ...args]).to.deep.equal([...nodeFlags[app], `apps/${app}/dist/main.js`])
    }
  })

  it('shares no folder and keeps no volume', () => {
    for (const { volumes } of pods) {
      expect(volumes.map((volume: Yaml) => Object.keys(volume).filter((key) => key !== 'name'))).to.deep.equal([
        ['emptyDir'],
      ])
    }
    expect(named('ConfigMap', 'carillon').data).to.include.keys('S3_BUCKET')
  })

  it('waits for a process that ends, and asks the process itself whether it lives', () => {
    const [, exitMs = ''] = /const closeMs = ([\d_]+)/.exec(read('apps/gateway/src/main.ts')) ?? []
    for (const { spec } of deployments.map(({ spec }) => spec.template)) {
      expect(spec.terminationGracePeriodSeconds * 1000).to.be.greaterThan(Number(exitMs.replace('_', '')))
      const [{ livenessProbe, readinessProbe, ports }] = spec.containers
      expect(livenessProbe.httpGet.path).to.equal('/healthz')
      expect(readinessProbe.httpGet).to.deep.equal({ path: '/readyz', port: ports[0].name })
    }
  })

  it('keeps the pods of the former version until those of the new one are ready', () => {
    for (const { spec } of deployments) expect(spec.strategy.rollingUpdate.maxUnavailable).to.equal(0)
  })

  it('has the encryption keys in a file that is not committed', () => {
    const [, file = ''] = /> (\S+)\)$/m.exec(read(`${folder}/README.md`)) ?? []
    expect(read(`${folder}/README.md`)).to.contain(`--from-env-file=${file}`)
    expect(read('infra/.gitignore').split('\n')).to.include(file)
  })

  it('runs without rights', () => {
    for (const { securityContext, containers } of pods) {
      expect(securityContext).to.include({ runAsNonRoot: true, runAsUser: 10001 })
      const [{ securityContext: inside }] = containers
      expect(inside).to.deep.include({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
    }
  })

  it('promotes only a standby that has every commit', () => {
    const { synchronous } = named('Cluster', 'carillon-database').spec.postgresql
    expect(synchronous).to.include({ number: 1, dataDurability: 'required', failoverQuorum: true })
    expect(named('ConfigMap', 'carillon').data.DATABASE_FAILOVER).to.equal('synchronous')
    const { parameters } = named('Pooler', 'carillon-pooler').spec.pgbouncer
    expect(parameters.server_login_retry).to.equal('1')
  })

  it('scales by a metric that workers have', () => {
    const [{ metadata }] = named('ScaledObject', 'carillon-worker').spec.triggers
    const [, metric = ''] = /(carillon_\w+)/.exec(metadata.query) ?? []
    expect(metricRows().map(({ name }) => name)).to.include(metric)
  })

  it('stops no worker while the metric cannot be read', () => {
    const { fallback, minReplicaCount } = named('ScaledObject', 'carillon-worker').spec
    expect(fallback.behavior).to.equal('currentReplicasIfHigher')
    expect(fallback.replicas).to.be.at.least(minReplicaCount)
  })

  it('is of the version of the workspace', () => {
    const [{ newTag }] = readYaml(`${folder}/carillon/kustomization.yaml`).images
    expect(newTag).to.equal(JSON.parse(read('package.json')).version)
  })
})
