import './loading/locale-data.js';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { App } from './App.js';
import { loadPart } from './loading/load-part.js';
import { createServices } from './services.js';
import { createStyles } from './theme/style-sheets.js';
import './theme/page.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The content security policy lets in no style without the nonce of this very answer.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createStyles(nonce ? { nonce } : {});

const services = createServices();
// Who it is, is asked while the first page is still being drawn; that page waits for this same answer.
services.authProvider.checkAuth({}).catch(() => undefined);
const stop = services.session.subscribe(() => {
  if (!services.session.user()) return;
  stop();
  loadPart(() => import('./loading/after-first.js'), { isAhead: true })
    .then(({ afterFirst }) => afterFirst(services.session))
    // Gone after a new version: each part is then fetched when it is opened.
    .catch(() => undefined);
});
const router = createBrowserRouter([{ path: '*', element: <App services={services} /> }]);

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={styles}>
      <RouterProvider router={router} />
    </CacheProvider>
  </StrictMode>,
);
