import { resetStorageProblem, storeItem, getLocalStorage, onStorageProblem } from './browserStorage'

afterEach(resetStorageProblem)

const throwing = (name: string) => () => {
  throw new DOMException('Not now', name)
}

describe('[K9] the storage of the browser', () => {
  it('takes no more where it is full, and tells of it once', () => {
    const told = jest.fn()
    onStorageProblem(told)
    const setItem = jest
      .spyOn(Storage.prototype, 'setItem')
      .mockImplementation(throwing('QuotaExceededError'))
    expect(storeItem(getLocalStorage(), 'a', '1')).toBe(false)
    expect(storeItem(getLocalStorage(), 'b', '2')).toBe(false)
    expect(told.mock.calls).toEqual([['full']])
    setItem.mockRestore()
    expect(storeItem(getLocalStorage(), 'a', '1')).toBe(true)
    expect(localStorage.getItem('a')).toBe('1')
  })

  it('lasts as long as the page where it is blocked, which is told to those who ask later, too', async () => {
    await jest.isolateModulesAsync(async () => {
      const blocked = jest.spyOn(window, 'localStorage', 'get').mockImplementation(throwing('SecurityError'))
      const storage = await import('./browserStorage')
      storage.getLocalStorage().setItem('a', '1')
      expect(storage.getLocalStorage().getItem('a')).toBe('1')
      const told = jest.fn()
      storage.onStorageProblem(told)
      expect(told.mock.calls).toEqual([['blocked']])
      blocked.mockRestore()
      expect(window.localStorage.getItem('a')).toBeNull()
    })
  })
})
