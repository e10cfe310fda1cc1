import { silentLogger } from '../log/logger.js';
import { connectMongo, type Store } from '../mongo/connect.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { buildProjection, type ProjectionBuild } from './build-projection.js';

let server: TestStore;
let store: Store;
let builds: ProjectionBuild[] = [];
let names = 0;

beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: 'build_projection', log: silentLogger });
});
afterEach(async () => {
  await Promise.all(builds.map((each) => each.stop()));
  builds = [];
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const freshName = () => `projection ${String((names += 1))}`;
const subscribedAlready = Promise.resolve();

/** An owner with three pages, and what was asked of it. */
function owner() {
  const pages: Record<string, string | null> = { first: 'b', b: 'c', c: null };
  const asked: (string | undefined)[] = [];
  return {
    asked,
    takePage: async (after: string | undefined) => {
      asked.push(after);
      return pages[after ?? 'first'] ?? null;
    },
  };
}

type Options = Parameters<typeof buildProjection>[0];

function build(options: Pick<Options, 'name' | 'takePage'> & Partial<Options>): ProjectionBuild {
  const started = buildProjection({
    connection: store.connection,
    revision: 1,
    subscribed: subscribedAlready,
    clock: new ManualClock(),
    log: silentLogger,
    ...options,
  });
  builds.push(started);
  return started;
}

test('reads every page of its owner, each from where the one before ended', async () => {
  const { asked, takePage } = owner();
  const started = build({ name: freshName(), takePage });
  expect(started.isBuilt()).toBe(false);
  await started.built;
  expect(asked).toEqual([undefined, 'b', 'c']);
  expect(started.isBuilt()).toBe(true);
});

test('asks nobody once it is built, and is built at once', async () => {
  const name = freshName();
  await build({ name, takePage: owner().takePage }).built;
  const { asked, takePage } = owner();
  await build({ name, takePage }).built;
  expect(asked).toEqual([]);
});

test('is read anew when its revision is raised', async () => {
  const name = freshName();
  await build({ name, takePage: owner().takePage }).built;
  const { asked, takePage } = owner();
  await build({ name, revision: 2, takePage }).built;
  expect(asked).toEqual([undefined, 'b', 'c']);
});

test('reads nothing before it has subscribed', async () => {
  let subscribe: () => void = () => undefined;
  const subscribed = new Promise<void>((resolve) => (subscribe = resolve));
  const { asked, takePage } = owner();
  const started = build({ name: freshName(), subscribed, takePage });
  // Something else that needs the store several times over: had it not waited, it would be done by then.
  await build({ name: freshName(), takePage: owner().takePage }).built;
  expect(asked).toEqual([]);
  subscribe();
  await started.built;
  expect(asked).toHaveLength(3);
});

test('asks again for the page that its owner did not give, and says so', async () => {
  const { asked, takePage } = owner();
  const lines = logLines();
  let failures = 2;
  const started = build({
    name: freshName(),
    log: lines.log,
    takePage: async (after) => {
      if (after === 'b' && failures-- > 0) throw new Error('auth is away');
      return takePage(after);
    },
  });
  await started.built;
  expect(asked).toEqual([undefined, 'b', 'c']);
  const warnings = lines.all().filter(({ msg }) => msg === 'projection not built yet');
  expect(warnings).toHaveLength(2);
  expect(lines.all().at(-1)).toMatchObject({ msg: 'projection built', revision: 1 });
});

test('goes on after a stop at the page where it was', async () => {
  const name = freshName();
  const before = owner();
  let reportAsked: () => void = () => undefined;
  const wasAsked = new Promise<void>((resolve) => (reportAsked = resolve));
  const stopped = build({
    name,
    takePage: async (after) => {
      if (after === undefined) return before.takePage(after);
      reportAsked();
      throw new Error('auth is away');
    },
  });
  await wasAsked;
  await stopped.stop();
  expect(stopped.isBuilt()).toBe(false);

  const { asked, takePage } = owner();
  await build({ name, takePage }).built;
  expect(before.asked).toEqual([undefined]);
  expect(asked).toEqual(['b', 'c']);
});

test('stops while it waits for its subscription', async () => {
  const { asked, takePage } = owner();
  const started = build({ name: freshName(), subscribed: new Promise(() => undefined), takePage });
  await started.stop();
  expect(asked).toEqual([]);
  expect(started.isBuilt()).toBe(false);
});
