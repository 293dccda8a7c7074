import clone from './clone'
import cloneDeep from './cloneDeep'
import toPath from './toPath'

class Point {
  constructor(readonly x: number) {}
}

describe('what takes the place of packages’ modules', () => {
  it('copies forms’ values to any depth, and shares what is no plain value', () => {
    const file = new File(['x'], 'x.txt')
    const values = { name: 'a', terms: [{ months: 12 }], file, at: new Point(1), none: null }
    const copy = cloneDeep(values) as typeof values
    expect(copy).toEqual(values)
    expect(copy).not.toBe(values)
    expect(copy.terms[0]).not.toBe(values.terms[0])
    expect(copy.file).toBe(file)
    expect(copy.at).toBe(values.at)
  })

  it('copies one level and keeps the class', () => {
    const point = new Point(2)
    expect(clone(point)).toEqual(point)
    expect(clone(point)).toBeInstanceOf(Point)
    expect(clone(point)).not.toBe(point)
    const list = [{}]
    expect(clone(list)).toEqual(list)
    expect((clone(list) as object[])[0]).toBe(list[0])
    expect(clone('text')).toBe('text')
  })

  it.each([
    ['name', ['name']],
    ['terms[0].months', ['terms', '0', 'months']],
    ['a.b.c', ['a', 'b', 'c']],
    ['', []],
  ])('reads the path %j', (name, steps) => {
    expect(toPath(name)).toEqual(steps)
  })
})
