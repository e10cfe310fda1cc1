import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { superviseProcess, type SupervisedProcess } from './supervised-process.js';

const patienceMs = 20_000;
/** Echoes its settings and exits on request. */
const program = `
  require('node:http')
    .createServer((req, res) => (req.url === '/end' ? process.exit(3) : res.end(process.env.WORD)))
    .listen(Number(process.env.PORT), '127.0.0.1');
  console.log('here is', process.env.WORD, process.env.SECRET_OF_THE_LAUNCHER ?? 'alone');
`;

const folder = mkdtempSync(join(tmpdir(), 'kept-'));
const kept: SupervisedProcess[] = [];

async function keep(word: () => string = () => 'ready', args = ['-e', program]) {
  const port = await freePort();
  const ends: string[] = [];
  const logFile = join(folder, `${String(port)}.log`);
  const own = superviseProcess({
    ...{ name: 'example', args: () => args, port, logFile },
    environment: () => ({ PORT: String(port), WORD: word() }),
    isUp: async () => (await fetch(`http://127.0.0.1:${String(port)}/`)).ok,
    onEnd: (_name, how) => ends.push(how),
  });
  kept.push(own);
  return { own, ends, url: `http://127.0.0.1:${String(port)}`, log: () => readFileSync(logFile, 'utf8') };
}

beforeAll(() => {
  process.env['SECRET_OF_THE_LAUNCHER'] = 'leaked';
});
afterEach(() => Promise.all(kept.splice(0).map((each) => each.stop())));
afterAll(() => {
  delete process.env['SECRET_OF_THE_LAUNCHER'];
  rmSync(folder, { recursive: true });
});

describe('a process that is kept', () => {
  test('is ready once it answers, and knows its own settings alone', async () => {
    const { own, url, log } = await keep();
    await own.whenReady(patienceMs);
    expect(await (await fetch(url)).text()).toBe('ready');
    expect(log()).toBe('here is ready alone\n');
  });

  test('is started again when it ends, with its settings asked for anew', async () => {
    let starts = 0;
    const { own, ends, url } = await keep(() => String((starts += 1)));
    await own.whenReady(patienceMs);
    await fetch(`${url}/end`).catch(() => undefined);
    await eventually(() => own.starts === 2 && own.isReady);
    await own.crash();
    await eventually(() => own.starts === 3 && own.isReady);
    expect(await (await fetch(url)).text()).toBe('3');
    expect(ends).toEqual(['code 3', 'SIGKILL']);
  });

  test.each(['stayDown', 'shutDown'] as const)(
    'stays down after %s until it may come back',
    async (ending) => {
      const { own, ends } = await keep();
      await own.whenReady(patienceMs);
      await own[ending]();
      await expect(own.whenReady(600)).rejects.toThrow('example is not ready after 600 ms');
      expect(own.starts).toBe(1);
      own.comeBack();
      await own.whenReady(patienceMs);
      expect([own.starts, ends]).toEqual([2, []]);
    },
  );

  test('that never comes up is tried again after longer and longer pauses', async () => {
    const { own, ends } = await keep(undefined, ['-e', 'process.exit(1)']);
    await eventually(() => ends.length === 4);
    const from = Date.now();
    await eventually(() => ends.length === 5);
    expect(Date.now() - from).toBeGreaterThan(1_000);
    expect(own.isReady).toBe(false);
  });

  test('ends when it is told to stop', async () => {
    const { own, url } = await keep();
    await own.whenReady(patienceMs);
    await own.stop();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(own.isReady).toBe(false);
  });
});
