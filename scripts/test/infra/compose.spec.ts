import { expect } from 'chai'
import { readYaml, type Yaml } from './files.ts'

for (const path of ['infra/compose.yaml', 'infra/ha/compose.yaml']) {
  const services: [string, Yaml][] = Object.entries(readYaml(path).services)

  describe(path, () => {
    // An image carries the name of the service that it is built for as a label. With several builds of one name, the last one
    // gets it, and Compose starts every other service again.
    it('builds each image once', () => {
      const builds = services.filter(([, { build, profiles }]) => build !== undefined && profiles === undefined)
      const images = builds.map(([, { image }]) => image)
      expect(images).to.deep.equal([...new Set(images)])
    })

    it('builds its own images, and asks no registry for them', () => {
      const own = services.filter(([, { image }]) => /^carillon(?:-\w+)?:/.test(image))
      expect(own).not.to.deep.equal([])
      const built = new Set(services.flatMap(([, { build, image }]) => (build === undefined ? [] : [image])))
      for (const [name, { image, pull_policy }] of own) {
        expect(built.has(image), name).to.equal(true)
        expect(pull_policy, name).to.equal('never')
      }
    })

    // Docker's init stays the user that the container is started as. Without the right to signal another user's process it
    // cannot hand on the signal to stop, ends, and takes the service down with it as if killed.
    it('has an init only before a process of the same user, or one that it may signal', () => {
      for (const [name, { init, cap_add = [] }] of services) {
        if (cap_add.includes('SETUID') && !cap_add.includes('KILL')) expect(init, name).to.equal(false)
      }
    })
  })
}

describe('PostgreSQL of infra/compose.yaml', () => {
  const { postgres } = readYaml('infra/compose.yaml').services

  it('is stopped with a checkpoint, which takes longer than the ten seconds of Docker', () => {
    expect(postgres.stop_signal).to.equal('SIGINT')
    expect(Number.parseInt(postgres.stop_grace_period, 10)).to.be.at.least(60)
  })
})
