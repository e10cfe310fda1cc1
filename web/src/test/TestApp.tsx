import type { User } from '@crm/contracts/entities/user.js';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { AdminContext } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '../App.js';
import { MakeDeviceContext, RunTestContext } from '../calls/make-device.js';
import { LeaveGuard } from '../leaving/LeaveGuard.js';
import { Snackbar } from '../notifications/Snackbar.js';
import { LiveConnectionProvider, RealtimeProvider } from '../realtime/RealtimeProvider.js';
import { createServices, type Services } from '../services.js';
import { AccessDeniedProvider } from '../session/AccessDenied.js';
import { NavigateProvider } from '../routing/NavigateProvider.js';
import { CurrentUserProvider, SessionProvider, useSessionUser } from '../session/SessionContext.js';
import { createSession } from '../session/session.js';
import { ShortcutsProvider } from '../shortcuts/ShortcutsProvider.js';
import { lightTheme } from '../theme/light.js';
import { buildUser } from './builders.js';
import { FakeDevices, FakeTests } from './FakeDevice.js';
import { FakeServer } from './FakeServer.js';
import { FakeSocket } from './FakeSocket.js';

/** Where the token lies before the application starts. */
export const tokenKey = 'session.token';

interface Opening {
  path?: string;
  /** Who is signed in; nobody when left out. */
  user?: User;
  server?: FakeServer;
  /** Whether the live connection stands at once. */
  isLive?: boolean;
}

function prepare({ user, server = new FakeServer(user), isLive = true }: Opening) {
  const live = new FakeSocket();
  live.reachable = isLive;
  const redirects: string[] = [];
  if (user) window.localStorage.setItem(tokenKey, 'token-of-the-test');
  const services = createServices({
    session: createSession(window.localStorage),
    fetch: server.fetch,
    openSocket: live.open,
    pauseMs: () => 0,
    fullRedirect: (address) => redirects.push(address),
  });
  return { server, live, redirects, services };
}

function show(element: ReactNode, path: string) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  const goTo = (address: string) =>
    act(async () => {
      await router.navigate(address);
    });
  return { router, goTo, pointer: userEvent.setup({ delay: null }) };
}

/** Opens the real application at an address, before a server, a socket and calling devices of the test. */
export function openApp(opening: Opening = {}) {
  const prepared = prepare(opening);
  const devices = new FakeDevices();
  const tests = new FakeTests();
  const app = (
    <MakeDeviceContext.Provider value={devices.make}>
      <RunTestContext.Provider value={tests.run}>
        <App services={prepared.services} />
      </RunTestContext.Provider>
    </MakeDeviceContext.Provider>
  );
  return { ...prepared, devices, tests, ...show(app, opening.path ?? '/') };
}

const SignedIn = ({ children }: { children: ReactNode }) => {
  const user = useSessionUser();
  return user ? <CurrentUserProvider value={user}>{children}</CurrentUserProvider> : null;
};

/** What stands around a page, without the layout itself: for tests of one page, dialog or table. */
export const TestApp = ({ services, children }: { services: Services; children: ReactNode }) => (
  <SessionProvider value={services.session}>
    <LiveConnectionProvider value={services.live}>
      <AdminContext
        authProvider={services.authProvider}
        dataProvider={services.dataProvider}
        i18nProvider={services.i18nProvider}
        store={services.store}
        queryClient={services.queryClient}
        lightTheme={lightTheme}
        defaultTheme="light"
      >
        <NavigateProvider>
          <AccessDeniedProvider>
            <SignedIn>
              <RealtimeProvider>
                <ShortcutsProvider>
                  <LeaveGuard>{children}</LeaveGuard>
                </ShortcutsProvider>
              </RealtimeProvider>
            </SignedIn>
            <Snackbar />
          </AccessDeniedProvider>
        </NavigateProvider>
      </AdminContext>
    </LiveConnectionProvider>
  </SessionProvider>
);

/** Shows a part of the application to a signed-in user, before a server and a socket of the test. */
export function openPart(part: ReactNode, { user = buildUser(), ...opening }: Opening = {}) {
  const prepared = prepare({ ...opening, user });
  prepared.services.session.begin(user, 'token-of-the-test');
  return {
    ...prepared,
    ...show(<TestApp services={prepared.services}>{part}</TestApp>, opening.path ?? '/'),
  };
}
