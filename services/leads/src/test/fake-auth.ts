import { snapshotSettings } from '@crm/contracts/http/settings.js';
import { exampleSettings, type User } from '@crm/contracts/entities/user.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { nobodySignedOut, usersOf } from '@crm/platform/testing/fakes.js';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import type { TestTokens } from '@crm/platform/testing/tokens.js';
import type { Clock } from '@crm/platform/clock.js';

export interface FakeAuth {
  url: string;
  /** What the snapshot answers. */
  users: User[];
  server: TestServer;
  close(): Promise<void>;
}

/** The calls of auth that leads makes, over real HTTP: nobody's session is over, and the users are the test's own. */
export async function startFakeAuth(clock: Clock, tokens: TestTokens): Promise<FakeAuth> {
  const users: User[] = [];
  const server = await startTestServer({
    service: 'auth',
    clock,
    tokens,
    mount: (router, deps) => {
      mountAll(router, deps, [
        nobodySignedOut(clock),
        route(snapshotSettings, async () => ({ settings: exampleSettings, version: 1 })),
        usersOf({ users }),
      ]);
    },
  });
  return { url: server.url, users, server, close: () => server.close() };
}
