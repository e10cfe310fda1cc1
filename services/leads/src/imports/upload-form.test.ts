import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { readUploadForm } from './upload-form.js';

const megabyte = Buffer.alloc(1024 * 1024, 'x');
const megabytes = 16;

test('a file is not read faster than it is taken', async () => {
  let maxWaiting = 0;
  let taken = 0;
  const server = createServer((req, res) => {
    void readUploadForm(req, megabytes * megabyte.length, async (content) => {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        taken += chunk.length;
        for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        maxWaiting = Math.max(maxWaiting, content.readableLength);
      }
    }).then(() => res.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const req = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  req.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
  for (let count = 0; count < megabytes; count += 1) req.write(megabyte);
  req.end('\r\n--b--\r\n');
  await once(req, 'response');
  expect(taken).toBe(megabytes * megabyte.length);
  expect(maxWaiting).toBeLessThan(megabyte.length / 2);

  req.destroy();
  server.close();
});
