import { jest } from '@jest/globals';
import { signIn } from '@crm/contracts/http/auth.js';
import { beginSingleSignOn, finishSingleSignOn, listSignInWays } from '@crm/contracts/http/single-sign-on.js';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { buildUser } from '../test/builders.js';
import { openApp, tokenKey } from '../test/TestApp.js';

const email = () => screen.findByLabelText('E-mail');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: 'Sign in' });

const welcome = new FakeServer().on(
  signIn,
  answer(signIn, { token: 'fresh', user: buildUser(), status: 'success', message: 'Welcome, Dana' }),
);

describe('the sign-in page', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is where a visitor without a session ends, whatever the address', async () => {
    const { router, server } = openApp({ path: '/life' });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/signin');
    expect(server.arrived.map(({ endpoint }) => endpoint)).toEqual([listSignInWays.name]);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('speaks the language of the browser at first', async () => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-US', 'en-US']);
    openApp({ path: '/signin' });
    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(screen.getByLabelText('Correo electrónico')).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'es');
  });

  it('sends who is signed in to the root', async () => {
    const { router } = openApp({ path: '/signin', user: buildUser() });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/');
    });
  });

  it('says that an e-mail is required, once left empty', async () => {
    const { pointer } = openApp({ path: '/signin' });
    await pointer.click(await email());
    await pointer.tab();
    expect(await screen.findByText('E-mail is required')).toBeVisible();
    expect(await email()).toBeInvalid();
  });

  it.each(['dana', 'dana@example', 'dana reyes@example.com'])('says that %j is no address', async (typed) => {
    const { pointer } = openApp({ path: '/signin' });
    await pointer.type(await email(), typed);
    await pointer.tab();
    expect(await screen.findByText('E-mail must be valid')).toBeVisible();
  });

  it('says that a password is required, once left empty', async () => {
    const { pointer } = openApp({ path: '/signin' });
    await email();
    await pointer.click(password());
    await pointer.tab();
    expect(await screen.findByText('This field is required')).toBeVisible();
  });

  it('keeps the button off until both fields are valid, and makes no call', async () => {
    const { pointer, server } = openApp({ path: '/signin' });
    await pointer.type(await email(), 'dana@example.com');
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(button());
    expect(server.calls(signIn)).toEqual([]);
    await pointer.type(password(), 's');
    await waitFor(() => {
      expect(button()).not.toHaveAttribute('aria-disabled');
    });
  });

  it('signs in, keeps the token and opens the root anew', async () => {
    const { pointer, server, redirects } = openApp({ path: '/signin', server: welcome });
    await pointer.type(await email(), ' dana@example.com ');
    await pointer.type(password(), 'demo-demo-1{Enter}');
    await waitFor(() => {
      expect(redirects).toEqual(['/']);
    });
    expect(server.calls(signIn)[0]?.body).toEqual({ email: 'dana@example.com', password: 'demo-demo-1' });
    expect(window.localStorage.getItem(tokenKey)).toBe('fresh');
  });

  it('has its good news shown by the page that opens', async () => {
    const first = openApp({ path: '/signin', server: welcome });
    await first.pointer.type(await email(), 'dana@example.com');
    await first.pointer.type(password(), 'demo-demo-1{Enter}');
    await waitFor(() => {
      expect(first.redirects).toEqual(['/']);
    });
    document.body.replaceChildren();
    openApp({ user: buildUser() });
    const message = await screen.findByText('Welcome, Dana');
    expect(message.closest('[data-type]')).toHaveAttribute('data-type', 'success');
  });

  it('shows the server’s refusal in red and keeps what was typed', async () => {
    const server = new FakeServer().on(
      signIn,
      refuse({ code: 'wrong_credentials', message: 'Wrong e-mail or password' }),
    );
    const { pointer, redirects } = openApp({ path: '/signin', server });
    await pointer.type(await email(), 'dana@example.com');
    await pointer.type(password(), 'nope{Enter}');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Wrong e-mail or password')).toBeVisible();
    expect(alert).toHaveAttribute('data-type', 'error');
    expect(password()).toHaveValue('nope');
    expect(redirects).toEqual([]);
  });

  it('shows and hides the password', async () => {
    const { pointer } = openApp({ path: '/signin' });
    await email();
    expect(password()).toHaveAttribute('type', 'password');
    await pointer.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await pointer.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });
});

const officeId = '66f0a1b2c3d4e5f6010c0d01';
const ways = (passwords: boolean) =>
  new FakeServer().on(
    listSignInWays,
    answer(listSignInWays, {
      providers: [{ id: officeId, label: 'Sign in with the office' }],
      passwords,
    }),
  );
const ticket = 'Vf3n8Q0m2sYtKc5bXh7rLw9pZd1uJ4aEgT6iNoRkMyQ';

describe('signing in at an identity provider', () => {
  it('sends the browser to the provider', async () => {
    const url = 'https://office.example.com/authorize?state=a';
    const server = ways(true).on(beginSingleSignOn, answer(beginSingleSignOn, { url }));
    const { pointer, redirects } = openApp({ path: '/signin', server });
    expect(await email()).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Sign in with the office' }));
    await waitFor(() => {
      expect(redirects).toEqual([url]);
    });
    expect(server.calls(beginSingleSignOn)[0]?.params).toEqual({ id: officeId });
  });

  it('says where the provider does not answer', async () => {
    const message = 'The identity provider did not answer as expected';
    const server = ways(true).on(beginSingleSignOn, refuse({ code: 'upstream_failed', message }));
    const { pointer, redirects } = openApp({ path: '/signin', server });
    await pointer.click(await screen.findByRole('button', { name: 'Sign in with the office' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(redirects).toEqual([]);
  });

  it('is all that is offered where passwords are not, and admins find theirs', async () => {
    const { pointer } = openApp({ path: '/signin', server: ways(false) });
    expect(await screen.findByRole('button', { name: 'Sign in with the office' })).toHaveFocus();
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument();
    await pointer.click(screen.getByRole('button', { name: 'Sign in with a password' }));
    expect(await email()).toBeVisible();
  });

  it('leaves the password where the ways to sign in cannot be read', async () => {
    const server = new FakeServer().on(
      listSignInWays,
      refuse({ code: 'unavailable', message: 'The auth service is unreachable, please try again' }),
    );
    openApp({ path: '/signin', server });
    expect(await email()).toBeVisible();
  });

  it('begins the session that the ticket stands for, once', async () => {
    const server = ways(true).on(
      finishSingleSignOn,
      answer(finishSingleSignOn, {
        ...{ token: 'fresh', user: buildUser() },
        ...{ status: 'success', message: 'Welcome, Dana' },
      }),
    );
    const { redirects } = openApp({ path: `/signin?ticket=${ticket}`, server });
    await waitFor(() => {
      expect(redirects).toEqual(['/']);
    });
    expect(server.calls(finishSingleSignOn).map(({ body }) => body)).toEqual([{ ticket }]);
    expect(window.localStorage.getItem(tokenKey)).toBe('fresh');
  });

  it('asks for the second factor, and offers the ways again where it is over', async () => {
    const step = { token: ticket, methods: ['totp' as const], must_enroll: false };
    const server = ways(true).on(
      finishSingleSignOn,
      refuse({
        code: 'second_step',
        message: 'Confirm that it is you',
        sign_in_step: { ...step, expires_at: '2026-11-20T17:05:00.000Z' },
      }),
    );
    const { pointer, router } = openApp({ path: `/signin?ticket=${ticket.replace('V', 'W')}`, server });
    expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    expect(router.state.location.search).toBe('');
    await pointer.click(screen.getByRole('button', { name: /back/i }));
    expect(await screen.findByRole('button', { name: 'Sign in with the office' })).toBeVisible();
  });

  it('says why there is no session, and offers the ways again', async () => {
    const message = 'Your account may not sign in here. Please ask an admin';
    const server = ways(true).on(finishSingleSignOn, refuse({ code: 'wrong_credentials', message }));
    const { router } = openApp({ path: `/signin?ticket=${ticket.replace('V', 'X')}`, server });
    expect(await screen.findByText(message)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Sign in with the office' })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});
