import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

export interface ObjectStore {
  /** The bucket's address with a folder in it. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Objects by their full name. */
  objects: Map<string, Buffer>;
  /** Uploads in parts that were begun and neither completed nor aborted. */
  openUploads(): number;
  /** Answers the next request that `concerns` names with this status, and `times - 1` more. */
  failNext(concerns: string, status: number, times?: number): void;
  stop(): Promise<void>;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature that a request must have (AWS Signature Version 4), from its own headers. */
function signatureOf(request: IncomingMessage, url: URL, secret: string): string {
  const authorization = request.headers.authorization ?? '';
  const scope = /Credential=[^/]+\/([^,]+)/.exec(authorization)?.[1] ?? '';
  const names = (/SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '').split(';');
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    ...[request.method, url.pathname, query, headers.join(''), names.join(';')],
    String(request.headers['x-amz-content-sha256'] ?? ''),
  ].join('\n');
  const [day = '', region = '', service = ''] = scope.split('/');
  const toSign = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha256(canonical)];
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request');
  return createHmac('sha256', key).update(toSign.join('\n')).digest('hex');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * An object store that speaks S3 as far as backups use it: it checks every signature and the hash of every body, lists in pages of
 * two, and takes files in parts.
 */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const credentials = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of-a-test' };
  let failures: { concerns: string; status: number }[] = [];
  let nextUpload = 0;

  function answer(request: IncomingMessage, url: URL, body: Buffer): [number, (string | Buffer)?, string?] {
    const refuse = (status: number, code: string): [number, string] => [
      status,
      `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
    ];
    const at = failures.findIndex(({ concerns }) => `${request.method ?? ''} ${url.href}`.includes(concerns));
    const failure = failures[at];
    if (failure !== undefined) {
      failures = failures.filter((each) => each !== failure);
      return refuse(failure.status, failure.status === 503 ? 'SlowDown' : 'InternalError');
    }
    const authorization = request.headers.authorization ?? '';
    if (!authorization.includes(`Credential=${credentials.accessKeyId}/`))
      return refuse(403, 'InvalidAccessKeyId');
    if (!authorization.endsWith(`Signature=${signatureOf(request, url, credentials.secretAccessKey)}`))
      return refuse(403, 'SignatureDoesNotMatch');
    if (request.headers['x-amz-content-sha256'] !== sha256(body))
      return refuse(400, 'XAmzContentSHA256Mismatch');

    const [, bucket = '', ...rest] = url.pathname.split('/');
    if (bucket !== 'agency-backups') return refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    const query = url.searchParams;
    const uploadId = query.get('uploadId');
    const parts = uploads.get(uploadId ?? '');
    switch (request.method) {
      case 'GET': {
        if (key !== '') return objects.has(key) ? [200, objects.get(key)] : refuse(404, 'NoSuchKey');
        const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort();
        const from = Number(query.get('continuation-token') ?? 0);
        const page = names.slice(from, from + 2).map((name) => {
          return `<Contents><Key>${name}</Key><Size>${String(objects.get(name)?.length ?? 0)}</Size></Contents>`;
        });
        const next =
          from + 2 < names.length ? `<NextContinuationToken>${String(from + 2)}</NextContinuationToken>` : '';
        return [200, `<ListBucketResult>${page.join('')}${next}</ListBucketResult>`];
      }
      case 'POST': {
        if (query.has('uploads')) {
          const id = String((nextUpload += 1));
          uploads.set(id, new Map());
          return [
            200,
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          ];
        }
        const tags = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?(\w+)"?<\/ETag>/g)];
        const sent = tags.map(([, number, tag]) => ({ part: parts?.get(Number(number)), tag }));
        if (sent.some(({ part, tag }) => part === undefined || sha256(part) !== tag))
          return refuse(400, 'InvalidPart');
        uploads.delete(uploadId ?? '');
        objects.set(key, Buffer.concat(sent.flatMap(({ part }) => part ?? [])));
        return [200, '<CompleteMultipartUploadResult/>'];
      }
      case 'PUT':
        if (parts === undefined) objects.set(key, body);
        else parts.set(Number(query.get('partNumber')), body);
        return [200, undefined, `"${sha256(body)}"`];
      case 'DELETE':
        uploads.delete(uploadId ?? '');
        return [204];
      default:
        return refuse(405, 'MethodNotAllowed');
    }
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
      const [status, content, tag] = answer(request, url, body);
      response.writeHead(status, tag === undefined ? {} : { etag: tag }).end(content);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The object store has no port');
  return {
    ...credentials,
    url: `http://127.0.0.1:${String(address.port)}/agency-backups/call-centre`,
    objects,
    openUploads: () => uploads.size,
    failNext: (concerns, status, times = 1) => {
      failures.push(...Array.from({ length: times }, () => ({ concerns, status })));
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
