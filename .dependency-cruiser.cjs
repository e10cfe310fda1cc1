/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-import-zod-alone',
      comment: 'Every other room imports contracts, so contracts must not pull anything in.',
      severity: 'error',
      from: { path: '^(deploy/run/local/fixtures/)?contracts/src', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^(deploy/run/local/fixtures/)?contracts/src',
          'node_modules/zod/',
          '^node:',
          '^fs|^path|^url',
        ],
      },
    },
    {
      name: 'service-imports-no-other-service',
      comment: 'Services know each other by HTTP contract and event alone.',
      severity: 'error',
      from: { path: '^(?:deploy/run/local/fixtures/)?services/((?!platform|domain)[^/]+)/' },
      to: {
        path: '^(?:deploy/run/local/fixtures/)?(services/(?!platform|domain)[^/]+|gateway|web)/',
        pathNot: '^(?:deploy/run/local/fixtures/)?services/$1/',
      },
    },
    {
      name: 'platform-knows-no-feature',
      comment:
        'What knows a word of the business is in services/domain, or in the one service whose word it is.',
      severity: 'error',
      from: {
        path: '^(deploy/run/local/fixtures/)?services/platform/src',
        pathNot: '(\\.test\\.ts$|/testing/)',
      },
      to: {
        path: '^(deploy/run/local/fixtures/)?(services/(?!platform)|gateway|web)|^deploy/(?!run/local/fixtures)',
      },
    },
    {
      name: 'domain-imports-no-service',
      severity: 'error',
      from: { path: '^(deploy/run/local/fixtures/)?services/domain/src' },
      to: {
        path: '^(deploy/run/local/fixtures/)?(services/(?!platform|domain)|gateway|web)|^deploy/(?!run/local/fixtures)',
      },
    },
    {
      name: 'web-imports-contracts-alone',
      severity: 'error',
      from: { path: '^(deploy/run/local/fixtures/)?web/src' },
      to: { path: '^(deploy/run/local/fixtures/)?(services|gateway)/|^deploy/(?!run/local/fixtures)' },
    },
    {
      name: 'gateway-imports-no-service',
      severity: 'error',
      from: { path: '^gateway/src', pathNot: '(\\.test\\.ts$|/test/)' },
      to: { path: '^(services/(?!platform)|web|deploy)/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'A rule that reads a clock or a database is a use case.',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: { path: 'node_modules/(express|mongoose|amqplib|socket\\.io)' },
    },
    {
      name: 'sources-never-import-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: '(\\.test\\.tsx?$|/test/|/testing/)' },
      to: { path: '(\\.test\\.tsx?$|/src/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.depcruise.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
