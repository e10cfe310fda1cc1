const address = new URL('../jest-sources.mjs', import.meta.url).href;
const { foldersOfServices, foldersOfWeb, sharedSources } = (await import(address)) as {
  foldersOfServices: readonly string[];
  foldersOfWeb: readonly string[];
  sharedSources: (folders: readonly string[]) => ReadonlyMap<string, string>;
};

// What one suite leaves in a variable or a table of a shared source, the next one finds.
const remembering = /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Map|Set)(?:<.*>)?\(\);)/m;
const harmless = {
  buffers: [
    'deploy/run/embedded-store/src/filter/match.ts',
    'deploy/run/embedded-store/src/storage/document-keys.ts',
    'deploy/run/embedded-store/src/storage/keys.ts',
    'deploy/run/embedded-store/src/storage/reads.ts',
    'deploy/run/embedded-store/src/values/bson.ts',
  ],
  'numbers that never return': [
    'deploy/run/embedded-store/src/server.ts',
    'deploy/run/embedded-store/src/wire.ts',
    'services/platform/src/bus/bus-probe.ts',
    'services/platform/src/network/free-port.ts',
    'services/platform/src/outbox/event-id.ts',
    'services/platform/src/random-bytes.ts',
  ],
  'what is the same whoever asks': [
    'contracts/src/time/pacific.ts',
    'services/auth/src/sessions/password-screen.ts',
    'services/domain/src/hours/closed-days.rules.ts',
    'services/domain/src/hours/zone-time.ts',
    'services/leads/src/permission/places.rules.ts',
    'services/platform/src/log/logger.ts',
    'services/telephony/src/media/hold-music.ts',
    'services/telephony/src/media/ring-tone.ts',
    'web/src/i18n/localise-spanish.ts',
    'web/src/leads/lead/local-time.ts',
  ],
  'empty tables': [
    'deploy/run/carrier-sim/src/twiml/vocabulary.ts',
    'services/platform/src/outbox/outbox-fields.ts',
    'web/src/imports/RefusedRows.tsx',
  ],
  'what belongs to the process': [
    'services/platform/src/log/line-packets.ts',
    'services/platform/src/metrics/metrics.ts',
  ],
  'what is over with the last component': [
    'web/src/agent-state/server-time.ts',
    'web/src/loading/load-part.ts',
    'web/src/notifications/notice-permission.ts',
    'web/src/recordings/usePlayback.ts',
  ],
  'parts of the application, which are there or not for all': ['web/src/loading/lazy-part.ts'],
  'the language, put back behind each suite': ['web/src/i18n/language.ts'],
  'tickets, each for one test': ['web/src/signin/TicketStep.tsx'],
};

test('sources that suites share remember nothing that another suite would find', () => {
  const found = [...sharedSources([...foldersOfServices, ...foldersOfWeb])]
    .filter(([, text]) => remembering.test(text))
    .map(([file]) => file);
  expect(found.sort()).toEqual(Object.values(harmless).flat().sort());
});

test('a suite has its own of what is there for tests, and of what needs it', () => {
  const shared = [...sharedSources(foldersOfServices).keys()];
  expect(shared).toContain('services/platform/src/bus/bus.ts');
  // Imports nothing of Jest, but what counts per suite.
  expect(shared).not.toContain('services/platform/src/testing/unique.ts');
  // Speaks to Jest without lying among the tests.
  expect(shared).not.toContain('services/platform/src/bus/bus-suite.ts');
  expect(sharedSources(foldersOfWeb).has('web/src/calls/device/twilio-device.ts')).toBe(false);
});
