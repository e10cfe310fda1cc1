import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { handOverPassword } from './hand-over-password.js';

const [email, password] = ['admin@example.com', 'kept from every log'];
const folder = mkdtempSync(join(tmpdir(), 'handed-'));
const file = join(folder, 'password');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What was printed on a terminal or anything else that is behind standard output, and what was logged. */
function handOver(isTTY: boolean) {
  const lines = logLines('auth', 'error');
  let printed = '';
  handOverPassword({ file, log: lines.log, terminal: { isTTY, write: (text) => (printed += text) } })(
    email,
    password,
  );
  return { printed, logged: lines.text(), lines: lines.all() };
}

test('on a terminal a one-time password is printed, and nothing is logged', () => {
  const { printed, logged } = handOver(true);
  expect(printed).toBe(
    `${email} ${password}\nOne-time password, valid for one session: sign in and change it\n`,
  );
  expect(logged).toBe('');
});

test('elsewhere it lies in a file that its owner alone reads, which the log names whatever its level', () => {
  writeFileSync(file, 'laid down by somebody else', { mode: 0o644 });
  const { printed, logged, lines } = handOver(false);
  expect(printed).toBe('');
  expect(lines).toMatchObject([{ email, file, msg: 'the one-time password of this admin is in a file' }]);
  expect(logged).not.toContain(password);
  expect(readFileSync(file, 'utf8')).toBe(`${email} ${password}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
