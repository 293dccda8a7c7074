/*
 * Gives a process of the test runner what the browser's code expects: its modules as webpack finds them, and a window.
 * See docs/decisions/033-tests-share-modules.md.
 */
const Module = require('node:module')
const vm = require('node:vm')
const { transformFileSync } = require('@swc/core')
const { JSDOM, VirtualConsole } = require('jsdom')
const { moduleNames, swcOptions } = require('./browserModules.cjs')
const { replacedModules } = require('./replacedModules.cjs')

/** @typedef {{ _compile: (code: string, file: string) => void }} LoadedModule */
/**
 * How Node finds and loads CommonJS modules.
 * @typedef {{
 *   _resolveFilename: (request: string, ...others: unknown[]) => string
 *   _extensions: Record<string, (module: LoadedModule, file: string) => void>
 * }} ModuleLoader
 */
const loader = /** @type {ModuleLoader} */ (/** @type {unknown} */ (Module))

const read = Object.entries(moduleNames).map(([pattern, name]) => ({ pattern: new RegExp(pattern), name }))
const ours = new Map(Object.entries(replacedModules()))
const resolve = loader._resolveFilename
loader._resolveFilename = function (request, ...others) {
  const instead = read.find(({ pattern }) => pattern.test(request))
  const found = resolve.call(
    this,
    instead ? request.replace(instead.pattern, instead.name) : request,
    ...others,
  )
  return ours.get(found) ?? found
}

// Unlike tsx, swc makes `import()` a `require()`: parts that are loaded late come at once, as in jest.
for (const extension of ['.ts', '.tsx'])
  loader._extensions[extension] = (module, file) => {
    const { code } = transformFileSync(file, {
      ...swcOptions,
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    })
    module._compile(code, file)
  }

const virtualConsole = new VirtualConsole()
virtualConsole.sendTo(console, { omitJSDOMErrors: true })
virtualConsole.on('jsdomError', (error) => console.error(error))
const { window } = new JSDOM('<!DOCTYPE html>', {
  url: 'http://localhost/',
  pretendToBeVisual: true,
  virtualConsole,
})

// React's development build measures each component for the performance panel of a browser, where there is one: a thirtieth
// of the time of all tests, and memory for what is never read.
Reflect.deleteProperty(console, 'timeStamp')

// jsdom would count frames by timers that a test may have stopped.
const { setTimeout, clearTimeout, performance } = globalThis
window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 1_000 / 60))
window.cancelAnimationFrame = (frame) => clearTimeout(frame)

/** What the window takes from Node: jsdom lacks it, uses it itself, or has it in a form that Node's functions refuse. */
const ofNode = new Set([
  ...[
    'AbortController',
    'AbortSignal',
    'Blob',
    'BroadcastChannel',
    'File',
    'FormData',
    'Headers',
    'ReadableStream',
  ],
  ...['Request', 'Response', 'TextDecoder', 'TextDecoderStream', 'TextEncoder', 'TextEncoderStream'],
  ...[
    'TransformStream',
    'URL',
    'URLSearchParams',
    'WritableStream',
    'atob',
    'btoa',
    'clearInterval',
    'clearTimeout',
  ],
  ...[
    'console',
    'crypto',
    'fetch',
    'performance',
    'queueMicrotask',
    'setInterval',
    'setTimeout',
    'structuredClone',
  ],
])
const ofLanguage = new Set(['constructor', ...vm.runInNewContext('Object.getOwnPropertyNames(globalThis)')])

/** The other names of the window, and of what `src/testing/setup.ts` adds to it. */
const ofWindow = new Set(['MessageChannel', 'ResizeObserver', 'matchMedia'])
for (let object = window; object && object !== Object.prototype; object = Object.getPrototypeOf(object))
  for (const name of Object.getOwnPropertyNames(object))
    if (!ofLanguage.has(name) && !ofNode.has(name) && !name.startsWith('_')) ofWindow.add(name)

/**
 * What one of the two global objects has, the other has, too, also once it is changed.
 * @param {object} object
 * @param {object} owner
 * @param {string} name
 */
const link = (object, owner, name) =>
  Object.defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get: () => Reflect.get(owner, name),
    set: (value) => Reflect.set(owner, name, value),
  })
for (const name of ofNode) link(window, globalThis, name)
for (const name of ofWindow) link(globalThis, window, name)

// React then draws by timers, and so before those by which testing-library lets it finish.
const { setImmediate } = globalThis
Reflect.deleteProperty(globalThis, 'setImmediate')
require('react-dom/client')
globalThis.setImmediate = setImmediate
