import { hostIn, slugIn } from './slug'

describe('the slug of a LinkedIn address', () => {
  it.each([
    ['https://www.linkedin.example/in/ada-quill', 'ada-quill'],
    ['https://www.linkedin.example/in/ada-quill/?trk=nav#top', 'ada-quill'],
    ['https://linkedin.example/in/j%C3%B6rg-holt/', 'jörg-holt'],
    ['https://linkedin.example/mwlite/in/ada_1', 'ada_1'],
    ['https://www.linkedin.example/company/mill', null],
    ['https://www.linkedin.example/in/', null],
    ['https://www.linkedin.example/in/a b', null],
    ['https://www.linkedin.example/in/%E0%A4%A', '%E0%A4%A'],
    ['ada-quill', null],
  ])('[CON-11] of %s is %s', (address, slug) => {
    expect(slugIn(address)).toBe(slug)
  })
})

describe('the host of what was typed', () => {
  it.each([
    ['https://www.linkedin.example/company/mill', 'www.linkedin.example'],
    ['https://de.linkedin.com:8443/ada', 'de.linkedin.com:8443'],
    ['ada', ''],
    ['', ''],
  ])('[CON-11] of “%s” is “%s”', (address, host) => {
    expect(hostIn(address)).toBe(host)
  })
})
