import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@crm/platform/network/free-port.js';
import { postEvent } from './post-event.js';
import { newSecret, signedHeaders } from './signature.rules.js';

const example = fileURLToPath(
  new URL('../../../../deploy/docs/examples/node/receive-webhooks.mjs', import.meta.url),
);

/** Posts until the example listens. */
async function posted(port: number, secrets: string[], id: string, body: string, at = new Date()) {
  const headers = signedHeaders({ id, body, secrets }, at);
  for (;;) {
    const url = `http://127.0.0.1:${String(port)}/`;
    const { result } = await postEvent({ url, headers, body }, [['127.0.0.0', 8]]);
    if (result !== 'ECONNREFUSED') return result;
  }
}

test('the example of the guide takes what is signed, once for each id, and refuses the rest', async () => {
  const [secret, port] = [newSecret(), await freePort()];
  const program = spawn(process.execPath, [example, '2'], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  const printed: string[] = [];
  program.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
  const body = JSON.stringify({ type: 'lead.created', subject: 'lead/1', sequence: 1 });
  expect(await posted(port, [secret], 'a', body)).toBe('204');
  expect(await posted(port, [newSecret(), secret], 'a', body)).toBe('204');
  expect(await posted(port, [newSecret()], 'b', body)).toBe('401');
  expect(await posted(port, [secret], 'b', body, new Date(Date.now() - 600_000))).toBe('401');
  expect(await posted(port, [secret], 'b', body)).toBe('204');
  await once(program, 'exit');
  expect(printed.join('')).toBe('lead.created lead/1 1\nlead.created lead/1 1\n');
});
