import CssBaseline from '@mui/material/CssBaseline';
import { AdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { Layout } from './layout/Layout.js';
import { LoadingPage } from './layout/LoadingPage.js';
import { ErrorPage, NotFound } from './controls/ErrorPage.js';
import { Snackbar } from './notifications/Snackbar.js';
import { LiveConnectionProvider } from './realtime/RealtimeProvider.js';
import { nouns } from './routes/nouns.js';
import { pages, pagesWithoutLayout, type PageRoute } from './routes/pages.js';
import type { Services } from './services.js';
import { AccessDeniedProvider } from './session/AccessDenied.js';
import { NavigateProvider } from './routing/NavigateProvider.js';
import { FullRedirectProvider } from './session/full-redirect.js';
import { SessionProvider } from './session/SessionContext.js';
import { darkTheme } from './theme/dark.js';
import { lightTheme } from './theme/light.js';

const drawn = ({ path, element }: PageRoute) => <Route key={path} path={path} element={element} />;

/** When even the layout fails; a page alone is caught within it. */
const Failed = ({ resetErrorBoundary }: { resetErrorBoundary: (cause: string) => void }) => (
  <ErrorPage
    onRetry={() => {
      resetErrorBoundary('retry');
    }}
  />
);

/** The application on its services, inside a router that knows its address. */
export const App = ({ services }: { services: Services }) => (
  <SessionProvider value={services.session}>
    <FullRedirectProvider value={services.fullRedirect}>
      <LiveConnectionProvider value={services.live}>
        {/* react-admin's Admin in its two halves: whole, it brings a layout, a sign-in page and forms of its own along. */}
        <AdminContext
          authProvider={services.authProvider}
          dataProvider={services.dataProvider}
          i18nProvider={services.i18nProvider}
          store={services.store}
          queryClient={services.queryClient}
          lightTheme={lightTheme}
          darkTheme={darkTheme}
        >
          <NavigateProvider>
            <AccessDeniedProvider>
              <CssBaseline enableColorScheme />
              <CoreAdminUI
                layout={Layout}
                loading={LoadingPage}
                catchAll={NotFound}
                accessDenied={NotFound}
                authenticationError={NotFound}
                error={Failed}
                requireAuth
                disableTelemetry
              >
                <CustomRoutes noLayout>{pagesWithoutLayout.map(drawn)}</CustomRoutes>
                <CustomRoutes>{pages.map(drawn)}</CustomRoutes>
                {nouns.map(({ name, list }) => (
                  <Resource key={name} name={name} list={list} />
                ))}
              </CoreAdminUI>
              <Snackbar />
            </AccessDeniedProvider>
          </NavigateProvider>
        </AdminContext>
      </LiveConnectionProvider>
    </FullRedirectProvider>
  </SessionProvider>
);
