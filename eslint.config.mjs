import a11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const browserCode = 'src/**/*.{ts,tsx}'
const serverCode = 'server/**/*.ts'
const testCode = ['**/*.test.{ts,tsx}', 'src/testing/**', 'server/testing/**', 'e2e/**']
/** The one component that shows markup, and sanitises it first (TRUST-2). */
const richText = 'src/ui/richText/RichText.tsx'
/** What people start from a terminal; all else in the server reports through its logger. */
const serverPrograms = ['server/{main,serve}.ts', 'server/demo/seed.ts', 'server/commands/*.ts']

const rawMarkup = {
  selector: [
    ':matches(Identifier, JSXIdentifier)[name="dangerouslySetInnerHTML"]',
    'Literal[value="dangerouslySetInnerHTML"]',
    'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]',
    'CallExpression[callee.property.name="insertAdjacentHTML"]',
  ].join(', '),
  message: 'Markup is shown by the RichText component only, which sanitises it.',
}
const switchedOffTests = {
  selector: [
    'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo|failing)$/]',
    'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
  ].join(', '),
  message: 'Every test runs, and none runs alone.',
}
const defaultExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that everybody who imports it says the same word.',
}
const terminalOutput = {
  selector: 'MemberExpression[object.name="process"][property.name=/^(stdout|stderr)$/]',
  message: 'Only programs write to the terminal; everything else logs.',
}
const domainWords = [
  '[Oo]pportunit',
  '[Oo]rganization',
  '[Cc]ontact',
  // A browser has an address too, so only what clearly means the records.
  '[Aa]ddress(es|_)',
  '[Uu]tilit',
  '(^|_)bids?(?![a-z])',
  'Bids?(?![a-z])',
]
const domainNames = {
  selector: `:matches(Identifier, JSXIdentifier)[name=/${domainWords.join('|')}/]`,
  message: 'src/ui knows no domain word: let the caller pass what differs.',
}

/** A later entry of the same rule replaces an earlier one, so each kind of file gets its whole list. */
const refuse = (...patterns) => ({ 'no-restricted-syntax': ['error', switchedOffTests, ...patterns] })

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', 'bench/results/'] },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    ignores: ['*.mjs'],
    // Rules that need types run in oxlint, on the native compiler: .oxlintrc.json.
    extends: [tseslint.configs.strict],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      // Redux Toolkit says void for a query without an argument.
      '@typescript-eslint/no-invalid-void-type': 'off',
      eqeqeq: ['error', 'smart'],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
      ...refuse(rawMarkup),
    },
  },
  {
    files: [browserCode],
    ignores: ['src/contract/**'],
    extends: [reactHooks.configs.flat.recommended, a11y.flatConfigs.strict],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      'jsx-a11y/label-has-associated-control': ['error', { controlComponents: ['Field'] }],
    },
  },
  { files: [browserCode, serverCode], rules: { 'no-console': 'error' } },
  { files: [browserCode], rules: refuse(rawMarkup, defaultExports) },
  { files: ['src/ui/**'], rules: refuse(rawMarkup, defaultExports, domainNames) },
  { files: [richText], rules: refuse(defaultExports, domainNames) },
  { files: [serverCode], ignores: testCode, rules: refuse(rawMarkup, defaultExports, terminalOutput) },
  { files: serverPrograms, rules: { 'no-console': 'off', ...refuse(rawMarkup, defaultExports) } },
  {
    // Type tests declare functions without callers.
    files: ['**/*.test-d.ts'],
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
)
