import type { Request, Response, Router } from 'express';
import { newRouter } from '@crm/platform/http/create-server.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import { contentSecurityPolicy, newNonce, pageHeaders } from './security-headers.js';
import type { WebFile, WebFiles } from './web-files.js';

const yearSeconds = 365 * 24 * 60 * 60;
/** What the build puts where a nonce belongs. */
const placeholder = '__CSP_NONCE__';
const emptyNonceMeta = /(<meta\b[^>]*\b(?:property|name)="csp-nonce"[^>]*\b(?:content|nonce)=")(")/g;

/** The page as text around its nonces; joining it with one is all that a request costs. */
export function splitAtNonces(html: string): string[] {
  return html.replace(emptyNonceMeta, `$1${placeholder}$2`).split(placeholder);
}

/** Whether a browser goes to an address, rather than a script or a style asking for a file. */
function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'];
  if (typeof mode === 'string') return mode === 'navigate';
  return (req.headers.accept ?? '').includes('text/html');
}

function sendFile(req: Request, res: Response, file: WebFile): void {
  res.setHeader('etag', file.etag);
  res.setHeader('vary', 'accept-encoding');
  res.setHeader(
    'cache-control',
    file.isHashed ? `public, max-age=${String(yearSeconds)}, immutable` : 'public, no-cache',
  );
  if (req.headers['if-none-match'] === file.etag) {
    res.status(304).end();
    return;
  }
  // Browsers name gzip first and mean no preference: the smaller form goes first.
  const forms = [
    { encoding: 'br', body: file.brotli },
    { encoding: 'gzip', body: file.gzip },
  ] as const;
  const form = forms.find(
    ({ encoding, body }) => body !== undefined && req.acceptsEncodings(encoding) === encoding,
  );
  if (form !== undefined) res.setHeader('content-encoding', form.encoding);
  const body = form?.body ?? file.body;
  res.setHeader('content-type', file.type);
  res.setHeader('content-length', body.length);
  // For HEAD node leaves the body out by itself.
  res.end(body);
}

/**
 * Serves the web application: its files, those with a hash in their name for good, and its page for every address a
 * browser navigates to, with a nonce of its own; `withCarrier` where its calls go to the carrier itself. A file that is not there is 404 and never the page.
 */
export function mountWebApp(router: Router, files: WebFiles, withCarrier: boolean): void {
  const page = splitAtNonces(files.indexHtml);
  const web = newRouter();

  web.use(pageHeaders, (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      next();
      return;
    }
    const { path } = req;
    const file = files.get(path);
    if (file !== undefined) {
      stateOf(req).route = '(file)';
      stateOf(req).isQuiet = true;
      sendFile(req, res, file);
      return;
    }
    if (path !== '/' && path !== '/index.html' && !isNavigation(req)) {
      next();
      return;
    }
    stateOf(req).route = '(page)';
    const nonce = newNonce();
    res.setHeader(
      'content-security-policy',
      contentSecurityPolicy({ nonce, host: req.headers.host, withCarrier }),
    );
    // The page names the files of one build: kept for a moment, it would ask for files of the last one.
    res.setHeader('cache-control', 'no-store');
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(page.join(nonce));
  });
  router.use(web);
}
