import { expect } from 'chai'
import { createPlaces } from '../../src/webhook-deliveries/places.ts'

const owner = (id: string, organizationId = `of ${id}`) => ({ id, organizationId })

describe('the places of attempts', () => {
  it('gives an endpoint more with each success, and one after a failure', () => {
    const places = createPlaces()
    const freeOf = () => places.divide([owner('a')]).get('a') ?? 0
    expect(freeOf()).to.equal(1)
    for (let count = 0; count < 40; count++) places.enter(owner('a'))(true)
    expect(freeOf()).to.equal(16)
    const [one, two] = [places.enter(owner('a')), places.enter(owner('a'))]
    expect(freeOf()).to.equal(14)
    one(false)
    expect(freeOf()).to.equal(0)
    two(true)
    expect(freeOf()).to.equal(2)
  })

  it('names endpoints and organizations without a free place', () => {
    const places = createPlaces()
    const leave = places.enter(owner('a'))
    expect(places.full()).to.deep.equal({ endpoints: ['a'], organizations: [] })
    leave(true)
    expect(places.full()).to.deep.equal({ endpoints: [], organizations: [] })
    const all = Array.from({ length: 128 }, (_, at) => places.enter(owner(`b${at}`, 'one')))
    expect(places.full().organizations).to.deep.equal(['one'])
    expect(places.divide([owner('c', 'one'), owner('d', 'two')])).to.deep.equal(new Map([['d', 1]]))
    for (const leave of all) leave(true)
    expect(places.full().organizations).to.deep.equal([])
    expect(places.inFlight()).to.equal(0)
  })

  it('never divides more places than an organization has', () => {
    const places = createPlaces()
    const owners = Array.from({ length: 200 }, (_, at) => owner(`${at}`, 'one'))
    const divided = places.divide(owners)
    expect([...divided.values()].reduce((sum, each) => sum + each, 0)).to.equal(128)
  })

  it('keeps the places of endpoints that fail apart from those of all others', () => {
    const places = createPlaces()
    const free = places.divide(Array.from({ length: 2_000 }, (_, at) => owner(`new ${at}`))).size
    const failing = Array.from({ length: 2_000 }, (_, at) => owner(`${at}`))
    for (const each of failing) places.enter(each)(false)
    const flying = failing.filter((each) => places.divide([each]).size > 0 && places.enter(each))
    expect(flying.length).to.be.greaterThan(free)
    expect(places.divide(failing).size).to.equal(0)
    expect(places.divide(Array.from({ length: 2_000 }, (_, at) => owner(`new ${at}`))).size).to.equal(free)
  })
})
