// Rebuilds statistic and deals on a running system and waits until it is done. Calls the gateway, so it works remotely:
// CRM_URL is the system, ADMIN_EMAIL and ADMIN_PASSWORD are an admin's account.
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
  if (!response.ok) throw new Refused(answer.message ?? `${path} returned ${response.status}`);
  return answer;
}

try {
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD)
    throw new Refused('Set ADMIN_EMAIL and ADMIN_PASSWORD to an admin account.');
  const { token } = await call('POST', '/api/auth/signin', {
    body: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD },
  });
  const { message } = await call('POST', '/api/rest/statistic/rebuild', { token });
  console.log(`${message}. The old figures stay online until it is done.`);
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
