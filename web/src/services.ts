import type { QueryClient } from '@tanstack/react-query';
import type { I18nProvider, Store } from 'react-admin';
import { createAuthProvider, type CrmAuthProvider } from './providers/auth-provider.js';
import { createDataProvider, type CrmDataProvider } from './providers/data-provider.js';
import { createHttpClient } from './http/http-client.js';
import { createI18nProvider } from './providers/i18n-provider.js';
import { createQueryClient } from './providers/query-client.js';
import { createStore } from './providers/store.js';
import { pageIsShown } from './loading/page-is-shown.js';
import { createLiveConnection, type LiveConnection } from './realtime/live-connection.js';
import { createOpenSocket, type OpenSocket } from './realtime/open-socket.js';
import { listCalls } from './routes/list-calls.js';
import { browserRedirect, type FullRedirect } from './session/full-redirect.js';
import { createSession, type Session } from './session/session.js';

/** Everything that the application stands on; tests bring a server and a socket of their own. */
export interface Services {
  session: Session;
  authProvider: CrmAuthProvider;
  dataProvider: CrmDataProvider;
  i18nProvider: I18nProvider;
  store: Store;
  queryClient: QueryClient;
  live: LiveConnection;
  fullRedirect: FullRedirect;
}

type Given = Partial<Pick<Services, 'session' | 'store' | 'fullRedirect'>> & {
  openSocket?: OpenSocket;
  fetch?: typeof window.fetch;
  /** See `createQueryClient`. */
  pauseMs?: (failures: number) => number;
};

export function createServices({ fetch = window.fetch.bind(window), ...given }: Given = {}): Services {
  const { fullRedirect = browserRedirect } = given;
  const session = given.session ?? createSession();
  const http = createHttpClient({ session, fetch });
  const queryClient = createQueryClient(given.pauseMs);
  const live = given.openSocket
    ? createLiveConnection(given.openSocket)
    : createLiveConnection(createOpenSocket(session), () => pageIsShown(queryClient));
  return {
    session,
    authProvider: createAuthProvider({ http, session, leave: fullRedirect }),
    dataProvider: createDataProvider(http, live, listCalls),
    i18nProvider: createI18nProvider(),
    store: given.store ?? createStore(),
    queryClient,
    live,
    fullRedirect,
  };
}
