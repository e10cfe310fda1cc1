import http from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { startSystem, stopSystems } from '../test/system.js';
import { until } from '../test/until.js';

afterAll(stopSystems);

const megabyte = 1024 * 1024;

// What is merely not yet collected is no memory that is held: it is collected before each look, which takes a second
// in a process that has run many suites.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const held = () => {
  collect();
  // Buffers are freed beside the collection, late on a busy machine: the next one waits for that.
  collect();
  return process.memoryUsage().arrayBuffers;
};

/** Sends `megabytes` in pieces, as fast as they are taken, and resolves with the answer. */
function upload(url: string, token: string, megabytes: number, chunked: boolean) {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const pieces = (megabytes * megabyte) / piece.length;
  const body = Readable.from(
    (function* () {
      for (let count = 0; count < pieces; count += 1) yield piece;
    })(),
  );
  const length = chunked ? {} : { 'content-length': String(megabytes * megabyte) };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request(
      `${url}${uploadBulkCsv.path}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=b',
          ...length,
        },
      },
      (res) => {
        let text = '';
        res.on('data', (part: Buffer) => (text += part.toString()));
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, text });
        });
      },
    );
    request.on('error', reject);
    body.pipe(request);
  });
}

const admin = uniqueActor(1);

test.each([false, true])('50 MB pass through without being gathered (chunked: %s)', async (chunked) => {
  let received = 0;
  let looked = 0;
  let maxHeld = 0;
  const system = await startSystem({
    leadsRoutes: (router) => {
      router.post(uploadBulkCsv.path, (req, res) => {
        req.on('data', (part: Buffer) => {
          received += part.length;
          if (received - looked > 20 * megabyte) {
            looked = received;
            maxHeld = Math.max(maxHeld, held());
          }
          // Slower than the sender: what is not taken here must wait at the sender's.
          req.pause();
          setImmediate(() => req.resume());
        });
        req.on('end', () => res.json({ received, length: req.headers['content-length'] ?? null }));
      });
    },
  });
  const before = held();
  const { status, text } = await upload(system.url, system.tokenFor(admin), 50, chunked);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    received: 50 * megabyte,
    length: chunked ? null : String(50 * megabyte),
  });
  expect(maxHeld - before).toBeLessThan(15 * megabyte);
});

test('a refusal that comes before the whole file reaches the sender, and the connection goes on', async () => {
  const system = await startSystem({
    leadsRoutes: (router) => {
      router.post(uploadBulkCsv.path, (_req, res) => {
        res.status(413).json({ status: 'error', message: 'Too large', code: 'too_large' });
      });
    },
  });
  for (let count = 0; count < 2; count += 1) {
    const { status } = await upload(system.url, system.tokenFor(admin), 8, false);
    expect(status).toBe(413);
  }
});

test('a browser that goes away takes its upload with it', async () => {
  let began = false;
  let ended = false;
  const system = await startSystem({
    leadsRoutes: (router) => {
      router.post(uploadBulkCsv.path, (req) => {
        began = true;
        req.resume();
        req.on('close', () => (ended = true));
      });
    },
  });
  const request = http.request(`${system.url}${uploadBulkCsv.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.tokenFor(admin)}`, 'content-length': '1000' },
  });
  request.on('error', () => undefined);
  request.write('x');
  await until(() => began, 'the upload reaching the service');
  request.destroy();
  await until(() => ended, 'the end of the upload');
});
