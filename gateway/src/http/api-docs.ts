import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compression from 'compression';
import type { Router } from 'express';
import { notFound } from '@crm/platform/errors/app-error.js';
import { newRouter } from '@crm/platform/http/create-server.js';
import { asyncApiDocument, openApiDocument, renderDocs } from './api-docs-page.js';
import { contentSecurityPolicy, newNonce, pageHeaders } from './security-headers.js';

interface Documents {
  'openapi.json': string;
  'asyncapi.json': string;
  /** The page, with `{nonce}` where a style's nonce belongs. */
  page: string;
}

/** Reads the published documents and renders their page; rejects where one is missing or is no such document. */
export async function readDocuments(root: string): Promise<Documents> {
  const [openapi, asyncapi] = await Promise.all(
    ['openapi.json', 'asyncapi.json'].map((name) => readFile(join(root, name), 'utf8')),
  );
  const page = renderDocs(
    openApiDocument.parse(JSON.parse(openapi ?? '')),
    asyncApiDocument.parse(JSON.parse(asyncapi ?? '')),
  );
  return { 'openapi.json': openapi ?? '', 'asyncapi.json': asyncapi ?? '', page };
}

/** Serves the two documents, and a page of them to read, under /api/docs; 404 where no documents are configured. */
export function mountApiDocs(router: Router, documents: Documents | undefined): void {
  const docs = newRouter();
  docs.use(pageHeaders, compression());
  if (documents === undefined) {
    docs.use(() => {
      throw notFound('The documentation');
    });
  } else {
    docs.get('/', (req, res) => {
      const nonce = newNonce();
      res.setHeader(
        'content-security-policy',
        contentSecurityPolicy({ nonce, host: req.headers.host, withCarrier: false }),
      );
      res.setHeader('cache-control', 'no-store');
      res.type('html').send(documents.page.replaceAll('{nonce}', nonce));
    });
    for (const name of ['openapi.json', 'asyncapi.json'] as const) {
      docs.get(`/${name}`, (_req, res) => {
        res.setHeader('cache-control', 'no-cache');
        res.type('json').send(documents[name]);
      });
    }
  }
  router.use('/api/docs', docs);
}
