/* Resolves modules as jest does, with the product's replacements; for files that share modules: browserTestEnvironment.cjs. */
const { replacedModules } = require('./replacedModules.cjs')

const ours = new Map(Object.entries(replacedModules()))

/**
 * @template {{ defaultResolver: (request: string, options: O) => string }} O
 * @param {string} request
 * @param {O} options
 */
module.exports = (request, options) => {
  const found = options.defaultResolver(request, options)
  return ours.get(found) ?? found
}
