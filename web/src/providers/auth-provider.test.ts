import { signIn, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import { HttpError } from 'react-admin';
import { createSession } from '../session/session.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { tokenKey } from '../test/TestApp.js';
import { createAuthProvider, type Aftermath } from './auth-provider.js';
import { createHttpClient } from '../http/http-client.js';

const stored = () => window.localStorage.getItem(tokenKey);

const setUp = ({ token, server = new FakeServer() }: { token?: string; server?: FakeServer } = {}) => {
  if (token !== undefined) window.localStorage.setItem(tokenKey, token);
  const session = createSession();
  const waits: number[] = [];
  const left: string[] = [];
  const auth = createAuthProvider({
    http: createHttpClient({ session, fetch: server.fetch }),
    session,
    wait: async (ms) => {
      waits.push(ms);
    },
    leave: (address) => left.push(address),
  });
  return { auth, session, server, waits, left };
};

const signedOut = { redirectTo: '/signin', message: false };

describe('the start', () => {
  it('verifies the stored token once, however many ask', async () => {
    const { auth, session, server } = setUp({ token: 'old', server: new FakeServer(buildUser()) });
    await Promise.all([auth.checkAuth({}), auth.checkAuth({})]);
    expect(server.calls(verifyToken)).toHaveLength(1);
    expect(session.user()?.fullname).toBe(buildUser().fullname);
  });

  it('takes the renewed token', async () => {
    const server = new FakeServer().on(verifyToken, answer(verifyToken, { user: buildUser(), token: 'new' }));
    const { auth } = setUp({ token: 'old', server });
    await auth.checkAuth({});
    expect(stored()).toBe('new');
  });

  it('drops a refused token silently', async () => {
    const server = new FakeServer().on(verifyToken, refuse({ code: 'session_ended', message: 'Over' }));
    const { auth, session } = setUp({ token: 'old', server });
    await expect(auth.checkAuth({})).rejects.toMatchObject(signedOut);
    expect(stored()).toBeNull();
    expect(session.user()).toBeNull();
  });

  it('makes no call without a token', async () => {
    const { auth, server } = setUp();
    await expect(auth.checkAuth({})).rejects.toMatchObject(signedOut);
    expect(server.arrived).toEqual([]);
  });

  it('asks a server that is out of reach again, and keeps the token meanwhile', async () => {
    let failures = 1;
    const server = new FakeServer(buildUser());
    const fine = answer(verifyToken, { user: buildUser() });
    server.on(verifyToken, (call) =>
      failures-- > 0 ? refuse({ code: 'unavailable', message: 'Down' })(call) : fine(call),
    );
    const { auth, session, waits } = setUp({ token: 'old', server });
    await auth.checkAuth({});
    expect(server.calls(verifyToken)).toHaveLength(2);
    expect(waits).toEqual([2000]);
    expect(stored()).toBe('old');
    expect(session.user()).not.toBeNull();
  });
});

describe('signing in and out', () => {
  it('keeps the token and the person that the server answers', async () => {
    const user = buildUser();
    const server = new FakeServer().on(
      signIn,
      answer(signIn, { token: 'fresh', user, status: 'success', message: 'Welcome' }),
    );
    const { auth, session } = setUp({ server });
    await expect(auth.login({ email: 'dana@example.com', password: 'x' })).resolves.toMatchObject({
      message: 'Welcome',
    });
    expect(stored()).toBe('fresh');
    await auth.checkAuth({});
    expect(session.user()).toEqual(user);
  });

  it('ends the token at the server, and here', async () => {
    const { auth, server } = setUp({ token: 'old', server: new FakeServer(buildUser()) });
    await auth.checkAuth({});
    await expect(auth.logout({})).resolves.toBe('/signin');
    expect(server.calls(signOut)[0]?.headers.get('authorization')).toBe('Bearer old');
    expect(stored()).toBeNull();
  });

  it('leaves for the provider that began the session, so that it ends its own', async () => {
    const url = 'https://office.example.com/logout';
    const server = new FakeServer(buildUser()).on(
      signOut,
      answer(signOut, { status: 'success', message: 'Signed out', provider_url: url }),
    );
    const { auth, left } = setUp({ token: 'old', server });
    await auth.checkAuth({});
    await expect(auth.logout({})).resolves.toBe(false);
    expect([stored(), left]).toEqual([null, [url]]);
  });

  it('ends here even when the server does not answer', async () => {
    const server = new FakeServer(buildUser()).on(signOut, refuse({ code: 'unavailable', message: 'Down' }));
    const { auth } = setUp({ token: 'old', server });
    await expect(auth.logout({})).resolves.toBe('/signin');
    expect(stored()).toBeNull();
  });

  it('says nothing to the server when nobody is signed in', async () => {
    const { auth, server } = setUp();
    await auth.logout({});
    expect(server.arrived).toEqual([]);
  });
});

describe('refusals', () => {
  const refused = (status: number, body: object) =>
    new HttpError('No', status, { status: 'error', message: 'No', ...body });

  it('end the session with the words of the specification', async () => {
    const { auth } = setUp();
    await expect(auth.checkError(refused(403, { code: 'session_ended' }))).rejects.toMatchObject({
      message: 'Session ended, please login again',
      redirectTo: '/signin',
    });
  });

  it.each([
    [403, { code: 'forbidden' }, 'say'],
    [307, { code: 'work_unfinished', lead_id: '66f0a1b2c3d4e5f601020399' }, 'resume-work'],
    [423, { code: 'locked' }, 'go-to-life'],
  ])('of %s keep it, leave the caller its error, and are told', async (status, body, kind) => {
    const { auth } = setUp();
    const notified: Aftermath[] = [];
    auth.onAftermath((aftermath) => notified.push(aftermath));
    await expect(auth.checkError(refused(status, body))).resolves.toBeUndefined();
    expect(notified).toMatchObject([{ kind }]);
  });

  it('of any other kind are the caller’s alone', async () => {
    const { auth } = setUp();
    const notified: Aftermath[] = [];
    auth.onAftermath((aftermath) => notified.push(aftermath));
    await auth.checkError(refused(422, { code: 'invalid' }));
    await auth.checkError(new TypeError('not a call'));
    expect(notified).toEqual([]);
  });
});

describe('rights', () => {
  it.each([
    ['an admin', buildAdmin(), 'leads', 'delete', true],
    ['an agent', buildUser(), 'leads', 'delete', false],
    ['a guide', buildGuide(), 'page', 'guide', true],
    ['an agent without the sub-role', buildUser({ subroles: [2] }), 'page', 'life', false],
    ['an agent, where no right speaks of it', buildUser(), 'leads', 'list', true],
  ])('of %s', async (_, user, resource, action, allowed) => {
    const { auth, session } = setUp();
    session.begin(user, 'token');
    await expect(auth.canAccess?.({ resource, action })).resolves.toBe(allowed);
  });

  it('are none for nobody', async () => {
    const { auth } = setUp();
    await expect(auth.canAccess?.({ resource: 'leads', action: 'list' })).resolves.toBe(false);
  });
});
