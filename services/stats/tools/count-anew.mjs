// Has statistic and deals counted anew by a running system and waits until they are shown. Asks through the gateway, so
// that it works wherever the system runs: CRM_URL, ADMIN_EMAIL and ADMIN_PASSWORD say where and who.
import { setTimeout as pause } from 'node:timers/promises';

const { CRM_URL = 'http://127.0.0.1:8080', ADMIN_EMAIL, ADMIN_PASSWORD } = process.env;

class Refused extends Error {}

async function call(method, path, { token, body } = {}) {
  const response = await fetch(new URL(path, CRM_URL), {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.message ?? `${path} answered ${response.status}`);
  return answer;
}

try {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD)
    throw new Refused('Set ADMIN_EMAIL and ADMIN_PASSWORD to an account of an admin.');
  const { token } = await call('POST', '/api/auth/signin', {
    body: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD },
  });
  const { message } = await call('POST', '/api/rest/statistic/rebuild', { token });
  console.log(`${message}. What stood before is shown until it is done.`);
  const started = Date.now();
  for (;;) {
    const { state } = await call('GET', '/api/rest/statistic/rebuild', { token });
    if (state === 'ready') break;
    await pause(1_000);
  }
  console.log(`Done in ${Math.round((Date.now() - started) / 1000)} s.`);
} catch (error) {
  console.error(error instanceof Refused ? error.message : `${CRM_URL} does not answer: ${error}`);
  process.exitCode = 1;
}
