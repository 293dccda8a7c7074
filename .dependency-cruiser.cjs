/* Who may import whom. The order of the browser's layers, and what the two sides share, stand here once. */

/** Each layer may import those before it and none after it. */
const layers = ['contract', 'store', 'api', 'ui', 'resources', 'features', 'app']
const testCode = '\\.test(-d)?\\.tsx?$|^(src|server)/testing/'
const schema = '^src/contract/schema(\\.test)?\\.ts$'
const typebox = 'node_modules/@sinclair/typebox'

const layerRules = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-downwards`,
  comment: layers.join(' ← '),
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join('|')})/` },
}))

/** The layers of the server, of files and folders: each may import those before it, none after it or beside it. */
const serverLayers = [
  { name: 'config', path: '(config|s3Address)\\.ts$|fixtures/' },
  { name: 'db', path: 'db/' },
  { name: 'kit', path: 'kit/' },
  { name: 'services', path: 'services/', beside: 'ports/' },
  { name: 'ports', path: 'ports/', beside: 'services/' },
  { name: 'resources', path: 'resources/' },
  { name: 'http', path: 'http/' },
  { name: 'app', path: 'app\\.ts$' },
  { name: 'start', path: '(main|serve)\\.ts$|(startup|demo|commands|backup)/' },
]

const serverLayerRules = serverLayers.slice(0, -1).map(({ name, path, beside }, index) => ({
  name: `server-${name}-imports-downwards`,
  comment: 'config ← db ← kit ← services, ports ← resources ← http ← app ← start',
  severity: 'error',
  from: { path: `^server/(${path})`, pathNot: testCode },
  to: {
    path: `^server/(${[...serverLayers.slice(index + 1).map((layer) => layer.path), beside].filter(Boolean).join('|')})`,
    pathNot: testCode,
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...serverLayerRules,
    {
      name: 'server-layers-are-complete',
      comment: 'Every file of the server is in one of its layers.',
      severity: 'error',
      from: {},
      to: {
        path: '^server/',
        pathNot: `^server/(${serverLayers.map((layer) => layer.path).join('|')}|testing/)|${testCode}`,
      },
    },
    {
      name: 'resources-serve-no-routes',
      comment: 'Routes use what a resource declares, never the other way round.',
      severity: 'error',
      from: { path: '^server/resources/', pathNot: `\\.routes\\.ts$|${testCode}` },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'contract-stands-alone',
      comment:
        'Both sides import the contract, so it brings nothing along but the schema and decimal libraries.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: testCode },
      to: { pathNot: `^src/contract/|${typebox}|node_modules/big[.]js/` },
    },
    {
      name: 'no-schemas-in-the-browser',
      comment: 'The browser reads the contract as plain data; schemas are built on the server.',
      severity: 'error',
      from: { path: '^src/', pathNot: schema },
      to: { path: `${schema}|${typebox}` },
    },
    {
      name: 'reads-write-nothing',
      comment: 'Whoever reads records needs nothing of what changes them.',
      severity: 'error',
      from: { path: '^server/kit/(read|present)/', pathNot: testCode },
      to: { path: '^server/kit/(write|http)/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'What a migration does must not change with the code around it.',
      severity: 'error',
      from: { path: '^server/db/migrations/', pathNot: testCode },
      to: { pathNot: '^server/db/migrations/|node_modules/kysely/' },
    },
    {
      name: 'features-stand-apart',
      comment: 'What a screen shows of another area comes from src/resources.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/[^/]+/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'routes-load-no-descriptors',
      comment: 'Routes are read before sign-in: they name the paths of a resource, not its icon and parts.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/feature\\.ts$' },
      to: { path: '^src/resources/[^/]+/resource\\.tsx?$' },
    },
    {
      name: 'server-knows-the-contract-only',
      comment: 'Of the browser code the server sees what both sides share.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/(?!contract/)' },
    },
    {
      name: 'browser-never-imports-the-server',
      comment: 'The type test of the contract is the one exception.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/contract/drift\\.test-d\\.ts$' },
      to: { path: '^server/' },
    },
    {
      name: 'ui-names-no-domain-word',
      comment: 'ESLint looks at the names inside the files; this looks at the names of the files.',
      severity: 'error',
      from: {},
      to: {
        path: '^src/ui/.*([Oo]pportunit|[Oo]rganization|[Cc]ontact|[Aa]ddress(es|_)|[Uu]tilit|/bids?\\b|Bids?(?![a-z]))',
      },
    },
    {
      name: 'antd-by-its-folder',
      comment: 'src/ui/antd lists the components of antd in use, and fixes their types and variants.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/ui/antd/|${testCode}` },
      to: { path: 'node_modules/antd/' },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'Only tests import what is made for tests.',
      severity: 'error',
      from: { path: '^(src|server)/', pathNot: testCode },
      to: { path: testCode },
    },
    {
      name: 'no-development-packages-in-the-product',
      comment:
        'What runs at a customer stands under "dependencies". The types of webpack\'s own variables do not run.',
      severity: 'error',
      from: { path: '^(src|server)/', pathNot: testCode },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'webpack/module\\.d\\.ts$',
      },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'Every package that is imported stands in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-broken-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that imports nothing and that nobody imports is dead, unless a tool puts it to use.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: `${testCode}|\\.d\\.ts$|^e2e/(stop|retryOnce)\\.ts$|^src/app/moduleOverrides/`,
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    // Packages say by conditions which of their files is meant.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
